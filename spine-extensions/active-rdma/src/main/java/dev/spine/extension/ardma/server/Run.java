package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Stream;
import org.jspecify.annotations.Nullable;

/** The machine of a session, with the piece of its stream that is being filled. It is used again and again. */
final class Run implements Stream {
    private static final int FEW_BYTES = 1_024;

    final Machine machine = new Machine();
    private final ExtensionContext context;
    private final Area noScratch = new ArrayArea(new byte[0], true);
    private @Nullable Buffer piece;
    private int filled;
    private Area scratch = noScratch;
    private @Nullable Buffer scratchMemory;
    private boolean isBusy;
    /** Where the routine's compiled form comes in. */
    final FormPlace place = new FormPlace();

    Run(ExtensionContext context) {
        this.context = context;
    }

    boolean isBusy() {
        return isBusy;
    }

    /** A request takes it. */
    void begin() {
        isBusy = true;
        place.begin();
    }

    void useScratch(@Nullable Buffer memory, Area area) {
        scratchMemory = memory;
        scratch = area;
    }

    Area scratch() {
        return scratch;
    }

    /** {@return how many bytes of a piece wait to leave} */
    int filled() {
        return filled;
    }

    /** Bytes were put into the piece by somebody else. */
    void addFilled(int bytes) {
        filled += bytes;
    }

    @Nullable Buffer piece() {
        return piece;
    }

    /** The piece has left. Its bytes stay as they are until they have arrived, so the next one is elsewhere. */
    void dropPiece() {
        Buffer memory = piece;
        if (memory != null) {
            memory.release();
        }
        piece = null;
        filled = 0;
    }

    /** The request that has it has ended. */
    void end() {
        dropPiece();
        Buffer memory = scratchMemory;
        if (memory != null) {
            memory.release();
        }
        useScratch(null, noScratch);
        isBusy = false;
    }

    @Override
    public int room() {
        if (piece == null) {
            piece = context.allocate(ArdmaProtocol.STREAM_BYTES);
        }
        if (piece == null) {
            // Slowly is better than not.
            piece = context.allocate(FEW_BYTES);
        }
        return piece == null ? 0 : piece.length() - filled;
    }

    @Override
    public void put(int value) {
        Buffer memory = piece;
        if (memory != null) {
            memory.put8(filled++, value);
        }
    }

    @Override
    public void put(Buffer from, int place, int count) {
        Buffer memory = piece;
        if (memory != null) {
            memory.copyFrom(filled, from, place, count);
            filled += count;
        }
    }
}
