package dev.spine.device.display;

/**
 * Where a window is on its screen; parts of it may lie outside. Any thread.
 *
 * @param x left column
 * @param y upper line
 * @param width pixels
 * @param height lines
 */
public record WindowRectangle(int x, int y, int width, int height) {
    /**
     * {@return how many pixels of a piece of a line are outside of the window}
     *
     * @param column the first one's column on the screen
     * @param line its line
     * @param pixels how many
     */
    public int pixelsOutside(int column, int line, int pixels) {
        if (line < y || line >= y + height) {
            return pixels;
        }
        int inside = Math.min(column + pixels, x + width) - Math.max(column, x);
        return pixels - Math.max(0, inside);
    }
}
