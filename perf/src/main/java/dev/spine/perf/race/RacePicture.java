package dev.spine.perf.race;

import dev.spine.device.display.WindowRectangle;
import dev.spine.device.display.monitor.PngSnapshot;
import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What somebody in front of the screen sees, if the window system takes the window's picture along with it and paints the desktop where the
 * window was. Pixels that the extension drew outside are red and stay, except under the window.
 */
final class RacePicture implements StrayWatch.Viewer {
    private static final int DESKTOP = 0x506070;
    private static final int STRAY = 0xFF0000;

    private final Surface screen;
    private final int width;
    private final int height;
    private final int[] pixels;
    private final BitSet strays = new BitSet();
    private @Nullable WindowRectangle last;

    RacePicture(Surface screen) {
        this.screen = screen;
        this.width = screen.geometry().width();
        this.height = screen.geometry().height();
        this.pixels = new int[width * height];
        java.util.Arrays.fill(pixels, DESKTOP);
    }

    @Override
    public void onDrawn(WindowRectangle window, int column, int line, int count) {
        take(window);
        for (int x = column; x < column + count; x++) {
            if (window.pixelsOutside(x, line, 1) > 0) {
                strays.set(line * width + x);
            } else {
                pixels[line * width + x] = screen.rgbAt(x, line);
            }
        }
    }

    /** Moves the window's picture. */
    private void take(WindowRectangle window) {
        WindowRectangle before = last;
        last = window;
        if (before == null || before.equals(window)) {
            return;
        }
        int[] old = pixels.clone();
        fill(before);
        for (int y = 0; y < Math.min(before.height(), window.height()); y++) {
            for (int x = 0; x < Math.min(before.width(), window.width()); x++) {
                if (isOn(window.x() + x, window.y() + y) && isOn(before.x() + x, before.y() + y)) {
                    pixels[(window.y() + y) * width + window.x() + x] = old[(before.y() + y) * width + before.x() + x];
                }
            }
        }
    }

    private void fill(WindowRectangle before) {
        for (int y = Math.max(0, before.y()); y < Math.min(height, before.y() + before.height()); y++) {
            for (int x = Math.max(0, before.x()); x < Math.min(width, before.x() + before.width()); x++) {
                pixels[y * width + x] = DESKTOP;
            }
        }
    }

    private boolean isOn(int x, int y) {
        return x >= 0 && x < width && y >= 0 && y < height;
    }

    /** {@return the picture as a PNG} */
    byte[] png() {
        SurfaceGeometry geometry = SurfaceGeometry.packed(width, height, PixelFormat.RGB888);
        Surface picture = new Surface(geometry, new Region("picture", 0, geometry.bytes(), BusAgent.host(), Access.OWNER,
            MemorySegment.ofArray(new byte[geometry.bytes()])));
        for (int i = 0; i < pixels.length; i++) {
            WindowRectangle window = last;
            boolean stray = strays.get(i) && (window == null || window.pixelsOutside(i % width, i / width, 1) > 0);
            int rgb = stray ? STRAY : pixels[i];
            long at = picture.addressOf(i % width, i / width) - picture.region().base();
            for (int sample = 0; sample < 3; sample++) {
                picture.memory().set(ValueLayout.JAVA_BYTE, at + sample, (byte) (rgb >> 16 - 8 * sample));
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PngSnapshot.write(picture, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
