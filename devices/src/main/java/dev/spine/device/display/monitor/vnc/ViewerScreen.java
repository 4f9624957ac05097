package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One viewer's screen: finds out what has changed on the surface since the viewer was told, and tells it. Used by the viewer's sending
 * thread.
 *
 * <p>Each update looks at the surface once, tile by tile; a tile that has changed is copied first and sent from the copy, so that what the
 * viewer has is always known to the byte, whatever is drawn meanwhile.
 */
final class ViewerScreen implements AutoCloseable {
    /** The most tiles of a screen; larger screens have larger tiles, so that the rectangles of an update can be counted in 16 bits. */
    private static final int MAX_TILES = 16 * 1024;
    /** The most columns of a rectangle of several tiles, which bounds what is compressed at once. */
    private static final int MAX_COLUMNS = 512;

    private final Supplier<Surface> source;
    private final RfbOutput out;
    private final VncCounters counters;
    private final RawEncoder raw = new RawEncoder();
    private final ZrleEncoder zrle = new ZrleEncoder();
    private Shown shown;
    private MoveFinder finder;
    private int tile;
    /** Nothing has been sent yet that an increment could be to. */
    private boolean isNew = true;
    private long reported;

    /**
     * A screen of which the viewer has seen nothing.
     *
     * @param source gives the surface that is shown
     * @param first the surface whose size the viewer was told
     * @param out to the viewer
     * @param counters told what is sent
     */
    ViewerScreen(Supplier<Surface> source, Surface first, RfbOutput out, VncCounters counters) {
        this.source = source;
        this.out = out;
        this.counters = counters;
        this.shown = new Shown(first);
        this.finder = new MoveFinder(first.geometry());
        this.tile = tileOf(first);
    }

    private static int tileOf(Surface surface) {
        int edge = ZrleTile.EDGE;
        while (count(surface.geometry().width(), edge) * count(surface.geometry().height(), edge) > MAX_TILES) {
            edge *= 2;
        }
        return edge;
    }

    private static int count(int size, int edge) {
        return (size + edge - 1) / edge;
    }

    /**
     * Sends an update if there is something to send.
     *
     * @param request what the viewer wants
     * @return whether the request is served; otherwise nothing has changed
     * @throws IOException the viewer must be closed, or the connection failed
     */
    boolean serve(Demand.Request request) throws IOException {
        if (request.map()) {
            ViewerFormat.writeMap(out);
        }
        Surface surface = source.get();
        if (surface != shown.surface()) {
            Rectangle before = shown.screen();
            follow(surface);
            if (!shown.screen().equals(before)) {
                notifySize(request.encodings());
                return true;
            }
        }
        return sendChanges(surface.memory(), request);
    }

    private void follow(Surface surface) {
        shown = new Shown(surface);
        finder = new MoveFinder(surface.geometry());
        tile = tileOf(surface);
        isNew = true;
    }

    private void notifySize(Demand.Encodings encodings) throws IOException {
        if (!encodings.sizes()) {
            throw new ViewerEndedException(Counter.VIEWERS_OUTGROWN, "the screen has another size now");
        }
        beginUpdate(1);
        header(shown.screen(), Encoding.DESKTOP_SIZE);
        endUpdate();
        counters.increment(Counter.SIZE_CHANGES);
    }

    private boolean sendChanges(MemorySegment now, Demand.Request request) throws IOException {
        Rectangle screen = shown.screen();
        Rectangle wanted = request.wanted().intersect(screen).toGroups(shown.format().groupPixels());
        if (wanted.isEmpty()) {
            // Of nothing there is nothing to tell, now or later.
            return true;
        }
        Rectangle whole = isNew ? wanted : request.forced().intersect(wanted);
        List<Rectangle> changed = changes(now, wanted, whole);
        Move move = null;
        if (request.encodings().copies() && whole.isEmpty() && wanted.equals(screen)) {
            move = finder.find(now, shown, changed);
            if (move != null) {
                shown.move(move);
                changed = changes(now, wanted, whole);
            }
        }
        if (changed.isEmpty() && move == null) {
            return false;
        }
        isNew = false;
        List<Rectangle> parts = joined(changed);
        for (Rectangle part : parts) {
            shown.take(now, part);
        }
        beginUpdate(parts.size() + (move == null ? 0 : 1));
        send(move);
        for (Rectangle part : parts) {
            send(part, request);
        }
        endUpdate();
        return true;
    }

    /** The tiles that must be sent, cut to what is wanted. */
    private List<Rectangle> changes(MemorySegment now, Rectangle wanted, Rectangle whole) {
        List<Rectangle> changed = new ArrayList<>();
        for (int y = wanted.y() / tile * tile; y < wanted.endY(); y += tile) {
            for (int x = wanted.x() / tile * tile; x < wanted.endX(); x += tile) {
                Rectangle part = new Rectangle(x, y, tile, tile).intersect(wanted);
                if (!part.intersect(whole).isEmpty() || shown.differs(now, part)) {
                    changed.add(part);
                }
            }
        }
        return changed;
    }

    /** Joins tiles that follow each other in a line of tiles. */
    private static List<Rectangle> joined(List<Rectangle> tiles) {
        List<Rectangle> joined = new ArrayList<>();
        Rectangle last = Rectangle.EMPTY;
        for (Rectangle tile : tiles) {
            if (!last.isEmpty() && last.y() == tile.y() && last.endX() == tile.x() && last.width() + tile.width() <= MAX_COLUMNS) {
                last = last.union(tile);
                joined.set(joined.size() - 1, last);
            } else {
                last = tile;
                joined.add(tile);
            }
        }
        return joined;
    }

    private void send(@Nullable Move move) throws IOException {
        if (move != null) {
            header(move.to(), Encoding.COPY_RECTANGLE);
            out.u16(move.fromX());
            out.u16(move.fromY());
            counters.increment(Counter.COPIED_RECTANGLES);
        }
    }

    private void send(Rectangle part, Demand.Request request) throws IOException {
        if (request.encodings().compressed()) {
            header(part, Encoding.ZRLE);
            zrle.write(shown, part, request.translation(), out);
            counters.increment(Counter.ZRLE_RECTANGLES);
        } else {
            header(part, Encoding.RAW);
            raw.write(shown, part, request.translation(), out);
            counters.increment(Counter.RAW_RECTANGLES);
        }
    }

    private void beginUpdate(int rectangles) throws IOException {
        out.u8(ServerMessage.FRAMEBUFFER_UPDATE);
        out.u8(0);
        out.u16(rectangles);
    }

    private void header(Rectangle part, int encoding) throws IOException {
        out.u16(part.x());
        out.u16(part.y());
        out.u16(part.width());
        out.u16(part.height());
        out.u32(encoding);
    }

    private void endUpdate() throws IOException {
        out.flush();
        counters.increment(Counter.UPDATES);
        counters.add(Counter.BYTES_SENT, out.sent() - reported);
        reported = out.sent();
    }

    /** Gives back the memory of the compressor. */
    @Override
    public void close() {
        zrle.close();
    }
}
