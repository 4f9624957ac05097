package dev.spine.device.display.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SurfaceTest {
    private static Surface surface(SurfaceGeometry geometry) {
        return new Surface(geometry, new Bus(1).allocate("frame", BusAgent.host(), Access.OWNER, geometry.bytes()));
    }

    @ParameterizedTest
    @CsvSource({"RGB565, 20, 3, 2, 46", "RGB888, 14, 3, 2, 37", "XRGB8888, 20, 3, 2, 52", "UYVY, 12, 3, 2, 28", "UYVY, 12, 2, 2, 28"})
    void aPixelLiesWhereFormatAndStrideSay(PixelFormat format, int strideBytes, int x, int y, int offset) {
        Surface surface = surface(new SurfaceGeometry(4, 3, format, strideBytes));
        assertEquals(offset, surface.geometry().offsetOf(x, y));
        assertEquals(surface.region().base() + offset, surface.addressOf(x, y));
    }

    @Test
    void geometryOutsideItsRangesIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> SurfaceGeometry.packed(0, 1, PixelFormat.RGB565));
        assertThrows(IllegalArgumentException.class, () -> SurfaceGeometry.packed(1, 0, PixelFormat.RGB565));
        assertThrows(IllegalArgumentException.class, () -> SurfaceGeometry.packed(3, 1, PixelFormat.UYVY));
        assertThrows(IllegalArgumentException.class, () -> SurfaceGeometry.packed(0x8000, 1, PixelFormat.RGB565));
        assertThrows(IllegalArgumentException.class, () -> new SurfaceGeometry(10, 1, PixelFormat.RGB565, 19));
        assertThrows(IllegalArgumentException.class, () -> SurfaceGeometry.packed(0x7FFF, 0x7FFF, PixelFormat.XRGB8888));
        assertEquals(0x7FFF, SurfaceGeometry.packed(0x7FFF, 1, PixelFormat.XRGB8888).width());
    }

    @ParameterizedTest
    @EnumSource(PixelFormat.class)
    void aSurfaceIsBlackUntilItIsPaintedAndWhenItIsCleared(PixelFormat format) {
        Surface surface = surface(new SurfaceGeometry(4, 3, format, 20));
        for (int round = 0; round < 2; round++) {
            for (int y = 0; y < 3; y++) {
                for (int x = 0; x < 4; x++) {
                    assertEquals(0, surface.rgbAt(x, y), format + " " + x + ", " + y);
                }
                for (int gap = 4 * format.bytesPerPixel(); gap < 20; gap++) {
                    assertEquals(0, surface.memory().get(ValueLayout.JAVA_BYTE, y * 20 + gap));
                }
            }
            surface.memory().fill((byte) 0x5A);
            surface.clear();
        }
    }

    @Test
    void theChecksumSeesEveryByte() {
        Surface surface = surface(new SurfaceGeometry(2, 2, PixelFormat.RGB565, 6));
        long blank = surface.checksum();
        for (int i = 0; i < surface.geometry().bytes(); i++) {
            surface.memory().set(ValueLayout.JAVA_BYTE, i, (byte) 1);
            assertNotEquals(blank, surface.checksum());
            surface.clear();
        }
        assertEquals(blank, surface.checksum());
    }

    @Test
    void aRegionOfAnotherSizeIsRefused() {
        Region region = new Bus(1).allocate("frame", BusAgent.host(), Access.OWNER, 7);
        assertThrows(IllegalArgumentException.class, () -> new Surface(SurfaceGeometry.packed(2, 2, PixelFormat.RGB565), region));
    }
}
