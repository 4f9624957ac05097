package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Stream;
import org.jspecify.annotations.Nullable;

/** A machine with the place for a piece of its stream. It is used again and again. */
final class Run implements Stream {
    final Machine machine = new Machine();
    final Buffer piece;
    private final Area noScratch = new ArrayArea(new byte[0], true);
    int filled;
    Area scratch = noScratch;
    private @Nullable Buffer scratchMemory;

    Run(Buffer piece) {
        this.piece = piece;
    }

    void useScratch(@Nullable Buffer memory, Area area) {
        scratchMemory = memory;
        scratch = area;
    }

    void end() {
        Buffer memory = scratchMemory;
        if (memory != null) {
            memory.release();
        }
        useScratch(null, noScratch);
        filled = 0;
    }

    @Override
    public int room() {
        // While the last piece is on its way, its bytes must stay.
        return filled == 0 && piece.isLent() ? 0 : ArdmaProtocol.STREAM_BYTES - filled;
    }

    @Override
    public void put(int value) {
        piece.put8(filled++, value);
    }
}
