import * as v from 'valibot'
import { DomainError } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { RefundDesk } from './refund-desk.ts'
import type { AssistantSettings } from './settings.ts'

/** Who asks. All that a tool returns is theirs, or public. */
export interface Asker {
  workspaceId: string
  /** The signed-in customer; null for a guest. */
  customerId: string | null
  /** Orders whose number and e-mail address a guest has named in this session. */
  provenOrders: ReadonlySet<string>
}

/** Limits how often guests may guess. */
export interface GuestDesk {
  /** Whether another pair with this order number may be tried now. */
  mayTry(number: string): Promise<boolean>
}

/** One use of a tool, for the log. */
export interface ToolCall {
  tool: string
  input: unknown
  /** The objects that were read or offered, such as `orders/o_1001`. */
  objects: string[]
  outcome: 'ok' | 'refused'
}

/** The device of who asks, as its page has reported it. */
export interface Device {
  locale: string | null
  timeZone: string | null
}

export interface ToolContext {
  read: Reader
  /** Epoch milliseconds. */
  now: number
  asker: Asker
  settings: AssistantSettings
  /** Whose calendar and clock an answer goes by; undefined without a page. */
  visitor?: Device
  catalog: Catalog
  desk: RefundDesk
  guests: GuestDesk
  onCall(call: ToolCall): void
  /**
   * Resolves when the next part of the answer may be made. A part may take milliseconds in which nobody else is served.
   *
   * @param isLong that it does, also if the message is short
   */
  pause(isLong?: boolean): Promise<void>
}

/** What an assistant may read or do: its input, who may use it, and the work. */
export interface Tool<Input, Output> {
  name: string
  /** One sentence for people and for other assistants. */
  description: string
  input: v.GenericSchema<unknown, Input>
  /** Guests may only use tools for `anyone`. */
  allowed: 'anyone' | 'customer'
  run(context: ToolContext, input: Input): Promise<Output>
  /** The input as it is logged, if parts of it must not be. */
  logged?(input: Input): unknown
  /** The objects in a result. */
  objects(output: Output): string[]
}

/**
 * Uses a tool, and logs the use. The only way to a tool.
 *
 * @throws DomainError BAD_REQUEST for an invalid input; FORBIDDEN if only customers may use the tool
 */
export async function useTool<Input, Output>(
  tool: Tool<Input, Output>,
  context: ToolContext,
  given: Input,
): Promise<Output> {
  const { success, output: input, issues } = v.safeParse(tool.input, given)
  if (!success)
    throw new DomainError('BAD_REQUEST', 'tool_input', `${tool.name}: ${issues[0].message}. Change the input.`)
  const logged = tool.logged ? tool.logged(input) : input
  if (tool.allowed === 'customer' && context.asker.customerId === null) {
    context.onCall({ tool: tool.name, input: logged, objects: [], outcome: 'refused' })
    throw new DomainError('FORBIDDEN', 'sign_in', `${tool.name} is only for signed-in customers. Sign in first.`)
  }
  await context.pause()
  const output = await tool.run(context, input)
  context.onCall({ tool: tool.name, input: logged, objects: tool.objects(output), outcome: 'ok' })
  return output
}
