package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * A rectangle of a screen that its owner granted to this extension: a place where transfers may end.
 *
 * <p>Made by the runtime when a device has answered {@link ExtensionContext#requestSurface}. The owner can revoke it at any time, for
 * instance because the window moves; transfers into it are then refused and counted, and {@link #isValid} is false.
 */
public final class Surface {
    private final int window;
    private final int x;
    private final int y;
    private final int width;
    private final int height;
    private final int columnsLeft;
    private final int linesAbove;
    private final PixelFormat format;
    private final long address;
    private final long strideBytes;
    private final long grant;
    private @Nullable Object origin;
    private boolean valid = true;

    Surface(int window, int x, int y, int width, int height, int columnsLeft, int linesAbove, PixelFormat format, long address,
        long strideBytes, long grant) {
        this.window = window;
        this.x = x;
        this.y = y;
        this.width = width;
        this.height = height;
        this.columnsLeft = columnsLeft;
        this.linesAbove = linesAbove;
        this.format = format;
        this.address = address;
        this.strideBytes = strideBytes;
        this.grant = grant;
    }

    /** {@return the window's number at its display} */
    public int window() {
        return window;
    }

    /** {@return the rectangle's left column on the screen, pixels} */
    public int x() {
        return x;
    }

    /** {@return the rectangle's top line on the screen, pixels} */
    public int y() {
        return y;
    }

    /** {@return pixels of a line that may be used} */
    public int width() {
        return width;
    }

    /** {@return bytes of a line that may be used} */
    public int lineBytes() {
        return width * format.bytesPerPixel();
    }

    /** {@return lines that may be used} */
    public int height() {
        return height;
    }

    /** {@return columns of the window that are hidden left of the rectangle, because the window begins left of the screen} */
    public int columnsLeft() {
        return columnsLeft;
    }

    /** {@return lines of the window that are hidden above the rectangle} */
    public int linesAbove() {
        return linesAbove;
    }

    /** {@return how the screen stores pixels} */
    public PixelFormat format() {
        return format;
    }

    /** {@return whether transfers into it can still succeed, as far as this card knows} */
    public boolean isValid() {
        return valid;
    }

    void invalidate() {
        valid = false;
    }

    long addressOf(int lineOffset, int line) {
        return address + line * strideBytes + lineOffset;
    }

    /** A part with the same grant; the runtime has checked the bounds. */
    Surface part(int partX, int partY, int partWidth, int partHeight) {
        return new Surface(window, x + partX, y + partY, partWidth, partHeight, columnsLeft + partX, linesAbove + partY, format,
            addressOf(partX * format.bytesPerPixel(), partY), strideBytes, grant);
    }

    @Nullable Object origin() {
        return origin;
    }

    void origin(@Nullable Object newOrigin) {
        origin = newOrigin;
    }

    long grant() {
        return grant;
    }
}
