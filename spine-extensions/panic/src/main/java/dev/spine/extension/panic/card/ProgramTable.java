package dev.spine.extension.panic.card;

import org.jspecify.annotations.Nullable;

/** The programs of the card. */
final class ProgramTable {
    /** How many programs can be there. */
    static final int MAX_PROGRAMS = 32;

    private final @Nullable CardProgram[] programs = new CardProgram[MAX_PROGRAMS];
    private int serials;

    /** {@return the program at a place, or null} */
    @Nullable CardProgram at(int place) {
        return programs[place];
    }

    /** {@return the program with a number, or null; not one that leaves} */
    @Nullable CardProgram find(int id) {
        for (int i = 0; i < MAX_PROGRAMS; i++) {
            CardProgram program = programs[i];
            if (program != null && program.id == id) {
                return program.isLeaving ? null : program;
            }
        }
        return null;
    }

    /** {@return whether a number is taken, also by a program that leaves} */
    boolean has(int id) {
        for (int i = 0; i < MAX_PROGRAMS; i++) {
            CardProgram program = programs[i];
            if (program != null && program.id == id) {
                return true;
            }
        }
        return false;
    }

    @Nullable CardProgram bySerial(int serial) {
        for (int i = 0; i < MAX_PROGRAMS; i++) {
            CardProgram program = programs[i];
            if (program != null && program.serial == serial) {
                return program;
            }
        }
        return null;
    }

    /** {@return a place without a program, or -1} */
    int freePlace() {
        for (int i = 0; i < MAX_PROGRAMS; i++) {
            if (programs[i] == null) {
                return i;
            }
        }
        return -1;
    }

    /** {@return a number that no program has had lately} */
    int newSerial() {
        // Bits above are used where a serial number stands with others in one word.
        serials = serials + 1 & 0xFF_FFFF;
        return serials;
    }

    void enter(CardProgram program) {
        programs[program.place] = program;
    }

    void remove(CardProgram program) {
        programs[program.place] = null;
    }
}
