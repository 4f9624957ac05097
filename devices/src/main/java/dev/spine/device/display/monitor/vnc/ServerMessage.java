package dev.spine.device.display.monitor.vnc;

/** Types of the messages that a monitor sends. Source: RFC 6143 section 7.6. */
final class ServerMessage {
    /** Rectangles of the screen. */
    static final int FRAMEBUFFER_UPDATE = 0;
    /** Colours of a viewer without true colour. */
    static final int SET_COLOUR_MAP_ENTRIES = 1;

    private ServerMessage() {
    }
}
