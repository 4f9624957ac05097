package dev.spine.device.display.monitor.vnc;

/**
 * A rectangle of a screen, possibly empty. Immutable; any thread.
 *
 * @param x first column, at least 0
 * @param y first line, at least 0
 * @param width columns, at least 0
 * @param height lines, at least 0
 */
record Rectangle(int x, int y, int width, int height) {
    /** No pixel at all. */
    static final Rectangle EMPTY = new Rectangle(0, 0, 0, 0);

    /** {@return whether it holds no pixel} */
    boolean isEmpty() {
        return width == 0 || height == 0;
    }

    /** {@return the first column behind it} */
    int endX() {
        return x + width;
    }

    /** {@return the first line below it} */
    int endY() {
        return y + height;
    }

    /** {@return how many pixels it holds} */
    int pixels() {
        return width * height;
    }

    /**
     * {@return what both hold}
     *
     * @param other another rectangle
     */
    Rectangle intersect(Rectangle other) {
        int left = Math.max(x, other.x);
        int top = Math.max(y, other.y);
        int right = Math.min(endX(), other.endX());
        int bottom = Math.min(endY(), other.endY());
        return right <= left || bottom <= top ? EMPTY : new Rectangle(left, top, right - left, bottom - top);
    }

    /**
     * {@return the smallest rectangle that holds both}
     *
     * @param other another rectangle
     */
    Rectangle union(Rectangle other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        int left = Math.min(x, other.x);
        int top = Math.min(y, other.y);
        return new Rectangle(left, top, Math.max(endX(), other.endX()) - left, Math.max(endY(), other.endY()) - top);
    }

    /**
     * {@return the smallest rectangle around this one that begins and ends between pixel groups}
     *
     * @param groupPixels 1 or 2
     */
    Rectangle toGroups(int groupPixels) {
        int left = x & -groupPixels;
        int right = endX() + groupPixels - 1 & -groupPixels;
        return new Rectangle(left, y, right - left, height);
    }
}
