package dev.spine.extension.video;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * The entry: three handlers for the application, two per window for its display and its transfers, and one per window for the network.
 *
 * <p>Orders come from the application. What another node sends over the wire is no order, and an order that names what does not exist is
 * refused and counted: the streams that are shown go on.
 */
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
        context.onMessage(VideoProtocol.MAKE, counters, this::onMake);
        context.onMessage(VideoProtocol.UPDATE, counters, this::onUpdate);
        context.onMessage(VideoProtocol.DROP, counters, this::onDrop);
    }

    private void onMake(VideoCounters counters, Message message) {
        VideoWindow window = windowOf(counters, message);
        if (window == null) {
            return;
        }
        int port = message.word(VideoProtocol.PORT);
        PixelFormat format = streamFormat(message.word(VideoProtocol.FORMAT));
        if (format == null || port < 1 || port > 0xFFFF) {
            counters.refused.increment();
            return;
        }
        window.make(message.word(VideoProtocol.DISPLAY_IOP), message.word(VideoProtocol.DISPLAY_TID), message.word(VideoProtocol.WINDOW),
            port, format);
    }

    /** Streams come in two of the formats. */
    private static @Nullable PixelFormat streamFormat(int code) {
        if (code == PixelFormat.UYVY.code()) {
            return PixelFormat.UYVY;
        }
        return code == PixelFormat.RGB888.code() ? PixelFormat.RGB888 : null;
    }

    private void onUpdate(VideoCounters counters, Message message) {
        VideoWindow window = windowOf(counters, message);
        if (window != null) {
            window.update();
        }
    }

    private void onDrop(VideoCounters counters, Message message) {
        VideoWindow window = windowOf(counters, message);
        if (window != null) {
            window.drop();
        }
    }

    private @Nullable VideoWindow windowOf(VideoCounters counters, Message message) {
        int slot = message.word(VideoProtocol.SLOT);
        if (slot < 0 || slot >= windows.length || message.source().way() == Route.Way.NETWORK) {
            counters.refused.increment();
            return null;
        }
        return windows[slot];
    }
}
