package dev.spine.device.display;

import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.iop.bus.GrantTable;

/**
 * One window: its place, its visible rectangle, who may draw, and the grants given for it. One object per slot, used again and again.
 * Belongs to the display's agent.
 */
final class Window {
    private final int index;
    private final long[] grants;
    private int generation;
    private boolean open;
    private int sharedWith;
    private int x;
    private int y;
    private int width;
    private int height;
    private int visibleLeft;
    private int visibleTop;
    private int visibleRight;
    private int visibleBottom;

    Window(int index, int busAgentCount) {
        this.index = index;
        this.grants = new long[busAgentCount];
    }

    /** Takes the slot into use under a new number. */
    void open(int newSharedWith) {
        generation = generation == 0xFFFF ? 1 : generation + 1;
        open = true;
        sharedWith = newSharedWith;
    }

    void close() {
        open = false;
    }

    boolean isOpen() {
        return open;
    }

    /** The number in messages: generation above the index; never 0. */
    int number() {
        return generation << 16 | index;
    }

    void place(int newX, int newY, int newWidth, int newHeight, SurfaceGeometry screen) {
        x = newX;
        y = newY;
        width = newWidth;
        height = newHeight;
        // A window wholly outside has an empty rectangle at its own corner.
        visibleLeft = Math.clamp(-newX, 0, newWidth);
        visibleTop = Math.clamp(-newY, 0, newHeight);
        visibleRight = Math.clamp(screen.width() - newX, visibleLeft, newWidth);
        visibleBottom = Math.clamp(screen.height() - newY, visibleTop, newHeight);
    }

    boolean isSharedWith(int iopId) {
        return iopId > 0 && (sharedWith == WindowCreate.SHARED_WITH_ANY || sharedWith == iopId);
    }

    boolean isVisible() {
        return visibleRight > visibleLeft && visibleBottom > visibleTop;
    }

    int x() {
        return x;
    }

    int y() {
        return y;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    int visibleLeft() {
        return visibleLeft;
    }

    int visibleTop() {
        return visibleTop;
    }

    int visibleRight() {
        return visibleRight;
    }

    int visibleBottom() {
        return visibleBottom;
    }

    int visibleWidth() {
        return isVisible() ? visibleRight - visibleLeft : 0;
    }

    int visibleHeight() {
        return isVisible() ? visibleBottom - visibleTop : 0;
    }

    /** The grant that a bus agent has for this window, or none. */
    long grantOf(int busAgentId) {
        return grants[busAgentId];
    }

    void grantOf(int busAgentId, long token) {
        grants[busAgentId] = token;
    }

    /** Ends all grants given for this window; returns how many there were. */
    int revokeAll(GrantTable table) {
        int revoked = 0;
        for (int busAgent = 0; busAgent < grants.length; busAgent++) {
            if (grants[busAgent] != GrantTable.NONE) {
                table.revoke(grants[busAgent]);
                grants[busAgent] = GrantTable.NONE;
                revoked++;
            }
        }
        return revoked;
    }

    @Override
    public String toString() {
        return open ? "window 0x" + Integer.toHexString(number()) + " " + width + " x " + height + " at " + x + ", " + y : "no window";
    }
}
