package dev.spine.perf.race;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.WindowRectangle;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.EngineObserver;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every transfer into the frame memory at the instant at which its bytes land, and at where the display has the window then. It
 * believes no counter of the extension: which packet a transfer is of is told by the address that it reads.
 */
final class StrayWatch implements EngineObserver {
    /** Sees what is drawn. */
    interface Viewer {
        /** Pixels of a line have landed; the window was there. */
        void onDrawn(WindowRectangle window, int column, int line, int pixels);
    }

    private final RaceScale scale;
    private final int[] drawnBytes;
    private @Nullable Bus bus;
    private @Nullable DisplayDdm display;
    private @Nullable Viewer viewer;
    private long packetStride;
    private int window;
    private long strayPixels;
    private long strayLines;
    private long refused;

    StrayWatch(RaceScale scale) {
        this.scale = scale;
        this.drawnBytes = new int[scale.packets()];
    }

    /** Begins to look. */
    void watch(Bus on, DisplayDdm screen, int number, long stride, @Nullable Viewer shows) {
        bus = on;
        display = screen;
        window = number;
        packetStride = stride;
        viewer = shows;
    }

    @Override
    public void onTransferEnded(String dma, Transfer transfer, long timePs) {
        Bus on = bus;
        DisplayDdm screen = display;
        if (on == null || screen == null) {
            return;
        }
        Region memory = screen.surface().region();
        for (int run = 0; run < transfer.runs(); run++) {
            if (memory.contains(transfer.destination(run), transfer.length(run))) {
                if (transfer.outcome() == Transfer.Outcome.DONE) {
                    drawn(on, screen, memory, transfer, run);
                } else {
                    refused++;
                }
            }
        }
    }

    private void drawn(Bus on, DisplayDdm screen, Region memory, Transfer transfer, int run) {
        int stride = screen.surface().geometry().strideBytes();
        int pixelBytes = screen.surface().geometry().format().bytesPerPixel();
        long offset = transfer.destination(run) - memory.base();
        int column = (int) (offset % stride) / pixelBytes;
        int line = (int) (offset / stride);
        int pixels = transfer.length(run) / pixelBytes;
        Region source = on.find(transfer.source(run), transfer.length(run));
        if (source != null) {
            int packet = (int) ((transfer.source(run) - source.base()) / packetStride);
            drawnBytes[packet] += transfer.length(run);
        }
        WindowRectangle there = screen.rectangle(window);
        int outside = there == null ? pixels : there.pixelsOutside(column, line, pixels);
        strayPixels += outside;
        strayLines += outside > 0 ? 1 : 0;
        Viewer shows = viewer;
        if (shows != null && there != null) {
            shows.onDrawn(there, column, line, pixels);
        }
    }

    /** Begins to count anew. */
    void forget() {
        Arrays.fill(drawnBytes, 0);
        strayPixels = 0;
        strayLines = 0;
        refused = 0;
    }

    long strayPixels() {
        return strayPixels;
    }

    long strayLines() {
        return strayLines;
    }

    /** Lines that the display's grant did not let through. */
    long refusedLines() {
        return refused;
    }

    /** Packets that were not drawn as a whole. */
    int packetsMissed() {
        int missed = 0;
        for (int bytes : drawnBytes) {
            missed += bytes < scale.pixelBytes() ? 1 : 0;
        }
        return missed;
    }

    /** Frames of which a part was not drawn. */
    int framesMissed() {
        int missed = 0;
        for (int frame = 0; frame < scale.frames(); frame++) {
            boolean whole = true;
            for (int i = 0; i < scale.packetsOfFrame(); i++) {
                whole &= drawnBytes[frame * scale.packetsOfFrame() + i] >= scale.pixelBytes();
            }
            missed += whole ? 0 : 1;
        }
        return missed;
    }
}
