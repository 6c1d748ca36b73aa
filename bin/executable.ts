// The program in the executable. The classes come first: srvx and h3 extend those that they find.
import './fetch-classes.js'
import './storewire.ts'
