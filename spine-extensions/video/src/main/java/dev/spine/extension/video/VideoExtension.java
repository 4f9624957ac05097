package dev.spine.extension.video;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.PixelFormat;

/** The entry: three handlers for the application, one per window for the display, and one per window for the network. */
public final class VideoExtension implements Extension {
    private final VideoWindow[] windows = new VideoWindow[VideoProtocol.MAX_WINDOWS];

    /** Made by the runtime when the extension is loaded. */
    public VideoExtension() {}

    @Override
    public void start(ExtensionContext context) {
        VideoCounters counters = new VideoCounters(context);
        for (int slot = 0; slot < windows.length; slot++) {
            windows[slot] = new VideoWindow(context, counters, VideoProtocol.FIRST_SURFACE_HANDLER + slot);
            context.onMessage(VideoProtocol.FIRST_SURFACE_HANDLER + slot, windows[slot], VideoWindow::onSurface);
            context.onMessage(VideoProtocol.FIRST_TRANSFER_HANDLER + slot, windows[slot], VideoWindow::onTransferEnd);
        }
        context.onMessage(VideoProtocol.MAKE, context, this::onMake);
        context.onMessage(VideoProtocol.UPDATE, counters, this::onUpdate);
        context.onMessage(VideoProtocol.DROP, counters, this::onDrop);
    }

    private void onMake(ExtensionContext context, Message message) {
        VideoWindow window = windows[message.word(VideoProtocol.SLOT) & VideoProtocol.MAX_WINDOWS - 1];
        PixelFormat format = PixelFormat.of(message.word(VideoProtocol.FORMAT));
        boolean known = window.make(message.word(VideoProtocol.DISPLAY_IOP), message.word(VideoProtocol.DISPLAY_TID),
            message.word(VideoProtocol.WINDOW), message.word(VideoProtocol.PORT), format);
        if (!known) {
            context.onPacket(PacketFilter.udp(message.word(VideoProtocol.PORT)), window, VideoWindow::onPacket);
        }
    }

    private void onUpdate(VideoCounters counters, Message message) {
        windows[message.word(VideoProtocol.SLOT) & VideoProtocol.MAX_WINDOWS - 1].update();
    }

    private void onDrop(VideoCounters counters, Message message) {
        windows[message.word(VideoProtocol.SLOT) & VideoProtocol.MAX_WINDOWS - 1].drop();
    }
}
