package dev.spine.extension.panic.program;

/** A place in the code of one {@link ProgramWriter}, which a jump may name before it is known. Belongs to the writer's thread. */
public final class Label {
    static final int UNKNOWN = -1;

    final ProgramWriter writer;
    int offset = UNKNOWN;

    Label(ProgramWriter writer) {
        this.writer = writer;
    }
}
