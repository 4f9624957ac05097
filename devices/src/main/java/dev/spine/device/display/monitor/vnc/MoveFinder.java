package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.surface.SurfaceGeometry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a part of the surface that the viewer shows elsewhere: a window that was moved, text that was scrolled. Used by the viewer's
 * sending thread.
 *
 * <p>A few short runs of changed pixels are looked for on all of the viewer's changed lines, by a sum that rolls along the line; where one
 * is found, the place is grown to the largest rectangle that agrees. A guess is harmless: what agrees is compared byte by byte, and what
 * has been copied is compared with the surface again. Video changes everywhere and moves nowhere, so after a search in vain the next ones
 * are left out, up to {@link #MAX_PAUSE}.
 */
final class MoveFinder {
    /** The most updates that are left out after a search in vain. */
    static final int MAX_PAUSE = 31;
    /** The least pixels that are worth a copy. */
    private static final int MIN_PIXELS = 64 * 32;
    private static final int MIN_TILES = 2;
    private static final int PROBES = 8;
    private static final int PROBE_PIXELS = 16;
    private static final int FACTOR = 0x01000193;

    private final SurfaceGeometry geometry;
    private final int probeBytes;
    private final int groupBytes;
    private final int[] sums = new int[PROBES];
    private final int[] probeX = new int[PROBES];
    private final int[] probeY = new int[PROBES];
    private final int leaving;
    private int probes;
    private int pause;
    private int nextPause = 1;

    /**
     * A finder.
     *
     * @param geometry the screen's
     */
    MoveFinder(SurfaceGeometry geometry) {
        this.geometry = geometry;
        this.probeBytes = PROBE_PIXELS * geometry.format().bytesPerPixel();
        this.groupBytes = geometry.format().groupBytes();
        int power = 1;
        for (int i = 0; i < probeBytes; i++) {
            power *= FACTOR;
        }
        this.leaving = power;
    }

    /**
     * Looks for a move.
     *
     * @param now memory of the surface
     * @param shown what the viewer has
     * @param changed the parts where both differ
     * @return a move, or null when none was found or looked for
     */
    @Nullable Move find(MemorySegment now, Shown shown, List<Rectangle> changed) {
        if (changed.size() < MIN_TILES) {
            return null;
        }
        if (pause > 0) {
            pause--;
            return null;
        }
        choose(now, shown, changed);
        Move best = probes == 0 ? null : search(now, shown, changed);
        if (best == null) {
            pause = nextPause;
            nextPause = Math.min(nextPause * 2 + 1, MAX_PAUSE);
        } else {
            nextPause = 1;
        }
        return best;
    }

    /** Chooses runs that have changed and are not of one colour, spread over the changed parts. */
    private void choose(MemorySegment now, Shown shown, List<Rectangle> changed) {
        probes = 0;
        int step = Math.max(1, changed.size() / PROBES);
        for (int i = step / 2; i < changed.size() && probes < PROBES; i += step) {
            Rectangle part = changed.get(i);
            if (part.width() < PROBE_PIXELS) {
                continue;
            }
            int x = part.x() + (part.width() - PROBE_PIXELS) / 2 & -geometry.format().groupPixels();
            for (int line = 0; line < part.height(); line++) {
                // From the middle outwards: borders are often of one colour.
                int y = part.y() + part.height() / 2 + ((line & 1) == 0 ? line / 2 : -line / 2 - 1);
                if (y >= part.y() && y < part.endY() && isNotifying(now, x, y) && !shown.isAt(now, x, y, x, y, PROBE_PIXELS)) {
                    probeX[probes] = x;
                    probeY[probes] = y;
                    sums[probes++] = sum(now, geometry.offsetOf(x, y));
                    break;
                }
            }
        }
    }

    private boolean isNotifying(MemorySegment now, int x, int y) {
        long at = geometry.offsetOf(x, y);
        int changes = 0;
        for (int i = groupBytes; i < probeBytes; i += groupBytes) {
            changes += MemorySegment.mismatch(now, at + i, at + i + groupBytes, now, at + i - groupBytes, at + i) >= 0 ? 1 : 0;
        }
        return changes >= 2;
    }

    private int sum(MemorySegment memory, long at) {
        int sum = 0;
        for (int i = 0; i < probeBytes; i++) {
            sum = sum * FACTOR + memory.get(ValueLayout.JAVA_BYTE, at + i);
        }
        return sum;
    }

    private @Nullable Move search(MemorySegment now, Shown shown, List<Rectangle> changed) {
        Rectangle all = Rectangle.EMPTY;
        for (Rectangle part : changed) {
            all = all.union(part);
        }
        int last = all.width() * geometry.format().bytesPerPixel() - probeBytes;
        Move best = null;
        for (int y = all.y(); y < all.endY() && last >= 0; y++) {
            long line = geometry.offsetOf(all.x(), y);
            int sum = sum(shown.memory(), line);
            for (int at = 0;; at++) {
                if (at % groupBytes == 0) {
                    int x = all.x() + at / geometry.format().bytesPerPixel();
                    best = better(best, candidate(now, shown, sum, x, y));
                }
                if (at == last) {
                    break;
                }
                sum = sum * FACTOR + shown.memory().get(ValueLayout.JAVA_BYTE, line + at + probeBytes)
                    - leaving * shown.memory().get(ValueLayout.JAVA_BYTE, line + at);
            }
        }
        return best != null && best.to().pixels() >= MIN_PIXELS ? best : null;
    }

    private static @Nullable Move better(@Nullable Move one, @Nullable Move other) {
        return one == null || (other != null && other.to().pixels() > one.to().pixels()) ? other : one;
    }

    private @Nullable Move candidate(MemorySegment now, Shown shown, int sum, int x, int y) {
        for (int i = 0; i < probes; i++) {
            if (sums[i] == sum && shown.isAt(now, probeX[i], probeY[i], x, y, PROBE_PIXELS)) {
                int taken = i;
                Move move = grow(now, shown, probeX[i], probeY[i], x, y);
                // One place is enough for a probe: repeated patterns would be found everywhere.
                probes--;
                probeX[taken] = probeX[probes];
                probeY[taken] = probeY[probes];
                sums[taken] = sums[probes];
                return move;
            }
        }
        return null;
    }

    /** Grows a run that agrees upwards and downwards, then to both sides. */
    private Move grow(MemorySegment now, Shown shown, int x, int y, int fromX, int fromY) {
        int dx = fromX - x;
        int dy = fromY - y;
        int top = y;
        while (top > 0 && top + dy > 0 && shown.isAt(now, x, top - 1, fromX, top - 1 + dy, PROBE_PIXELS)) {
            top--;
        }
        int bottom = y + 1;
        int height = geometry.height();
        while (bottom < height && bottom + dy < height && shown.isAt(now, x, bottom, fromX, bottom + dy, PROBE_PIXELS)) {
            bottom++;
        }
        int group = geometry.format().groupPixels();
        int left = x;
        while (left >= group && left + dx >= group && agrees(now, shown, left - group, dx, top, bottom, dy)) {
            left -= group;
        }
        int right = x + PROBE_PIXELS;
        int width = geometry.width();
        while (right + group <= width && right + dx + group <= width && agrees(now, shown, right, dx, top, bottom, dy)) {
            right += group;
        }
        return new Move(new Rectangle(left, top, right - left, bottom - top), left + dx, top + dy);
    }

    private boolean agrees(MemorySegment now, Shown shown, int x, int dx, int top, int bottom, int dy) {
        for (int y = top; y < bottom; y++) {
            if (!shown.isAt(now, x, y, x + dx, y + dy, geometry.format().groupPixels())) {
                return false;
            }
        }
        return true;
    }
}
