package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.routine.Stream;
import java.io.ByteArrayOutputStream;

/** What a run at the client emits, in pieces for its reader. */
final class DirectStream implements Stream {
    private static final int PIECE = 65_536;

    private final DirectAccess access;
    private final StreamReader reader;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();

    DirectStream(DirectAccess access, StreamReader reader) {
        this.access = access;
        this.reader = reader;
    }

    /** Who reads what was emitted finds in the areas what was written before. */
    void deliver() {
        if (piece.size() > 0) {
            access.flush();
            byte[] bytes = piece.toByteArray();
            piece.reset();
            reader.read(bytes);
        }
    }

    @Override
    public int room() {
        return PIECE - piece.size();
    }

    @Override
    public void put(int value) {
        piece.write(value);
    }
}
