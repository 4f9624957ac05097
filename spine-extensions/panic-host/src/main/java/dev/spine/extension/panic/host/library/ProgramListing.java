package dev.spine.extension.panic.host.library;

import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.machine.Fault;

/**
 * A program on a card, as it stood.
 *
 * @param id its number
 * @param name its name
 * @param state what it is
 * @param fault what ended its last activation; {@link Fault#NONE} when no fault did
 * @param offset the code offset where its last activation ended
 * @param line the source line of it; 0 when none is known
 * @param dataWords words of its data area
 * @param fileBytes bytes of its file
 * @param waiting messages that wait for it
 * @param activations activations that have ended
 * @param steps steps of all of them, low 32 bits
 */
public record ProgramListing(int id, String name, ProgramState state, Fault fault, int offset, int line, int dataWords, int fileBytes,
    int waiting, int activations, int steps) {
}
