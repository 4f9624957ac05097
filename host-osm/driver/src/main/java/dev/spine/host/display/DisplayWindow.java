package dev.spine.host.display;

/**
 * A window as its owner knows it. Runs are placed in window pixels and must lie in the visible rectangle. A move gives a new one with the
 * same number. Immutable; any thread.
 *
 * @param number its number at the display
 * @param x left column on the screen
 * @param y upper line on the screen
 * @param width pixels
 * @param height lines
 * @param visibleLeft first visible column, in window pixels
 * @param visibleTop first visible line, in window pixels
 * @param visibleWidth visible columns; 0 if it lies outside the screen
 * @param visibleHeight visible lines; 0 if it lies outside the screen
 */
public record DisplayWindow(int number, int x, int y, int width, int height, int visibleLeft, int visibleTop, int visibleWidth,
    int visibleHeight) {
    /** {@return the first column behind the visible ones, in window pixels} */
    public int visibleRight() {
        return visibleLeft + visibleWidth;
    }

    /** {@return the first line behind the visible ones, in window pixels} */
    public int visibleBottom() {
        return visibleTop + visibleHeight;
    }
}
