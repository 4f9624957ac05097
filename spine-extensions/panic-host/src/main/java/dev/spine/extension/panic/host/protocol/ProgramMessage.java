package dev.spine.extension.panic.host.protocol;

/**
 * A message between programs, as one of the host has it. Immutable but for its words, which are nobody else's; any thread.
 *
 * @param sender the hardware address of the node that has sent it, low 48 bits
 * @param trigger which of the program's triggers
 * @param words the payload
 */
public record ProgramMessage(long sender, int trigger, int[] words) {
}
