package dev.spine.extension.host.window;

/**
 * Where a window is on the screen. Any thread.
 *
 * @param x left column, -32768 to 32767; even on a screen of format UYVY
 * @param y upper line, -32768 to 32767
 * @param width pixels, 1 to 32767; even on a screen of format UYVY
 * @param height lines, 1 to 32767
 */
public record WindowFrame(int x, int y, int width, int height) {
    private static final int MAX_SIZE = 0x7FFF;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException a value is outside its range
     */
    public WindowFrame {
        if (x != (short) x || y != (short) y || width < 1 || width > MAX_SIZE || height < 1 || height > MAX_SIZE) {
            throw new IllegalArgumentException("a window of " + width + " x " + height + " at " + x + ", " + y
                + "; give sizes of 1 to 32767 and places of -32768 to 32767");
        }
    }

    /**
     * {@return a window of the same size elsewhere}
     *
     * @param toX left column
     * @param toY upper line
     */
    public WindowFrame at(int toX, int toY) {
        return new WindowFrame(toX, toY, width, height);
    }
}
