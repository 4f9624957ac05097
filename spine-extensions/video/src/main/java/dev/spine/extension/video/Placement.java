package dev.spine.extension.video;

import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Surface;

/**
 * Which part of a surface a window's picture takes, in pixels of the surface: all of it, or a frame that the application places on a larger
 * one. Pixel (0, 0) of the picture is at the corner of the frame, also when that lies outside of the surface.
 */
final class Placement {
    /** The largest width or height, as at displays. */
    static final int MAX_SIZE = 0x7FFF;
    private static final int MAX_DISTANCE = 0x8000;

    /** The first column and line of the surface that are drawn into. */
    int left;
    int top;
    /** How many are drawn into; none when the frame is outside. */
    int width;
    int height;
    /** Columns and lines of the picture that are hidden left of and above them. */
    int columnsHidden;
    int linesHidden;

    private int frameX;
    private int frameY;
    private int frameWidth;
    private int frameHeight;

    /** Whether there is such a frame: sizes from 1 on, coordinates of 16 bits and a sign. */
    static boolean isFrame(int x, int y, int width, int height) {
        return width >= 1 && width <= MAX_SIZE && height >= 1 && height <= MAX_SIZE && x >= -MAX_DISTANCE && x < MAX_DISTANCE
            && y >= -MAX_DISTANCE && y < MAX_DISTANCE;
    }

    /** The picture takes all of the surface from the next {@link #on} on. */
    void takeAll() {
        frameWidth = 0;
    }

    /** The picture has a frame from the next {@link #on} on. */
    void take(int x, int y, int newWidth, int newHeight) {
        frameX = x;
        frameY = y;
        frameWidth = newWidth;
        frameHeight = newHeight;
    }

    /** Whether the application places the picture on a larger surface. */
    boolean hasFrame() {
        return frameWidth > 0;
    }

    /** In 4:2:2 two pixels share their colour, so a frame there begins and ends at an even column. */
    static boolean fits(int x, int width, Surface surface) {
        return surface.format() != PixelFormat.UYVY || ((x | width) & 1) == 0;
    }

    /** Finds what of the surface is drawn into. */
    void on(Surface surface) {
        if (frameWidth == 0) {
            left = 0;
            top = 0;
            width = surface.width();
            height = surface.height();
            columnsHidden = surface.columnsLeft();
            linesHidden = surface.linesAbove();
            return;
        }
        int x = frameX - surface.columnsLeft();
        int y = frameY - surface.linesAbove();
        left = Math.max(x, 0);
        top = Math.max(y, 0);
        columnsHidden = left - x;
        linesHidden = top - y;
        width = Math.max(0, Math.min(x + frameWidth, surface.width()) - left);
        height = Math.max(0, Math.min(y + frameHeight, surface.height()) - top);
    }
}
