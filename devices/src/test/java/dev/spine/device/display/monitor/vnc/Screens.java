package dev.spine.device.display.monitor.vnc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceConverter;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntBinaryOperator;

/** Surfaces to look at, and what is asserted of who looks. */
final class Screens {
    private static final long LIMIT_NS = 20_000_000_000L;
    private static final long PAUSE_NS = 200_000;

    private Screens() {
    }

    /** A black surface with a gap of 12 bytes between its lines. */
    static Surface surface(int width, int height, PixelFormat format) {
        SurfaceGeometry geometry = new SurfaceGeometry(width, height, format, width * format.bytesPerPixel() + 12);
        return new Surface(geometry, new Bus(1).allocate("frame", BusAgent.host(), Access.OWNER, geometry.bytes()));
    }

    /** Draws by a function of column and line that gives 0x00rrggbb. */
    static void draw(Surface surface, int x, int y, int width, int height, IntBinaryOperator colour) {
        SurfaceGeometry geometry = surface.geometry();
        int[] word = new int[1];
        MemorySegment source = MemorySegment.ofArray(word);
        for (int line = y; line < y + height; line++) {
            for (int column = x; column < x + width; column++) {
                word[0] = colour.applyAsInt(column, line);
                SurfaceConverter.convert(source, 0, PixelFormat.XRGB8888, 0, surface.memory(), geometry.offsetOf(0, line),
                    geometry.format(), column, 1);
            }
        }
    }

    static void draw(Surface surface, IntBinaryOperator colour) {
        draw(surface, 0, 0, surface.geometry().width(), surface.geometry().height(), colour);
    }

    /** A picture with everything in it: one colour, few colours, runs, a gradient, noise. */
    static void drawEverything(Surface surface, Random random) {
        int[] few = random.ints(20, 0, 0x100_0000).toArray();
        draw(surface, (x, y) -> switch ((x / 64 + y / 64 * 3) % 7) {
            case 0 -> 0x20_40_60;
            case 1 -> few[(x / 3 + y) % 2];
            case 2 -> few[(x * y) % 4];
            case 3 -> few[(x ^ y) % 16];
            case 4 -> few[(x / 9 + y / 5) % 20];
            case 5 -> (x / 7 * 0x01_03_05 + y * 0x10_01_00) & 0xFF_FFFF;
            default -> random.nextInt(0x100_0000);
        });
    }

    /** A monitor on a surface, which serves. */
    static VncMonitor monitor(Surface surface, VncSettings settings) throws IOException {
        VncMonitor monitor = new VncMonitor("test", surface, settings);
        monitor.start();
        return monitor;
    }

    static void assertShows(Surface surface, RfbClient.Format format, RfbClient client) {
        assertEquals(surface.geometry().width(), client.width);
        assertEquals(surface.geometry().height(), client.height);
        for (int y = 0; y < client.height; y++) {
            for (int x = 0; x < client.width; x++) {
                int at = y * client.width + x;
                int expected = format.pixelOf(surface.rgbAt(x, y));
                if (expected != client.pixels[at]) {
                    int line = y;
                    int column = x;
                    assertEquals(Integer.toHexString(expected), Integer.toHexString(client.pixels[at]),
                        () -> "pixel " + column + ", " + line);
                }
            }
        }
    }

    static boolean isShown(Surface surface, RfbClient client) {
        for (int y = 0; y < client.height; y++) {
            for (int x = 0; x < client.width; x++) {
                if (client.pixels[y * client.width + x] != surface.rgbAt(x, y)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Waits until something holds, looking again and again. */
    static void await(String what, BooleanSupplier condition) {
        long limit = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > limit) {
                throw new AssertionError("waited in vain for " + what);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    static void awaitCount(VncMonitor monitor, Counter counter, long least) {
        await(counter + " to be " + least, () -> monitor.counters().get(counter) >= least);
    }
}
