package dev.spine.system.kind;

import dev.spine.device.display.DisplayDdm;
import dev.spine.device.display.surface.Surface;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/**
 * {@code kind = "display"}: a frame buffer. Keys: {@code width}, {@code height}, {@code format} (RGB565, RGB888, XRGB8888, UYVY).
 * Stateless; any thread.
 */
public final class DisplayKind implements DeviceKind {
    /**
     * The settings of a frame buffer.
     *
     * @param name its name
     * @param width pixels of a line
     * @param height lines
     * @param format how pixels lie
     */
    public record Spec(String name, int width, int height, PixelFormat format) implements DeviceSpec {
        @Override
        public long memoryBytes() {
            return (long) width * height * format.bytesPerPixel();
        }

        @Override
        public boolean hasSurface() {
            return true;
        }
    }

    /** Stateless. */
    public DisplayKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        PixelFormat format = section.choice("format", PixelFormat.class, PixelFormat.UYVY);
        int width = (int) section.number("width", 16, 8192, 640);
        if (format == PixelFormat.UYVY && (width & 1) != 0) {
            throw section.wrong("width", "must be even with UYVY, which stores pixels in pairs");
        }
        return new Spec(section.name("name", "display"), width, (int) section.number("height", 16, 8192, 480), format);
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        Spec display = (Spec) spec;
        return new DisplayDdm(display.name, SurfaceGeometry.packed(display.width, display.height, display.format));
    }

    @Override
    public Surface surfaceOf(DeviceModule module) {
        return ((DisplayDdm) module).surface();
    }
}
