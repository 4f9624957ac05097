package dev.spine.extension.video;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * The entry: six handlers for the application, four per window for its display, its transfers and their end and its timer, and one per
 * window for the network.
 *
 * <p>Orders come from the application on the host. What another card, another node or this card sends is no order, and an order that names
 * what does not exist is refused and counted: the streams that are shown go on.
 */
public final class VideoExtension implements Extension {
    private final VideoWindow[] windows = new VideoWindow[VideoProtocol.MAX_WINDOWS];

    /** Made by the runtime when the extension is loaded. */
    public VideoExtension() {}

    @Override
    public void start(ExtensionContext context) {
        VideoCounters counters = new VideoCounters(context);
        for (int slot = 0; slot < windows.length; slot++) {
            windows[slot] = new VideoWindow(context, counters, slot);
            context.onMessage(VideoProtocol.FIRST_SURFACE_HANDLER + slot, windows[slot], VideoWindow::onSurface);
            context.onMessage(VideoProtocol.FIRST_TRANSFER_HANDLER + slot, windows[slot], VideoWindow::onTransferEnd);
            context.onMessage(VideoProtocol.FIRST_FENCE_HANDLER + slot, windows[slot], VideoWindow::onFencePassed);
            context.onMessage(VideoProtocol.FIRST_KEEPING_HANDLER + slot, windows[slot], VideoWindow::onKeptTooLong);
        }
        context.onMessage(VideoProtocol.MAKE, counters, this::onMake);
        context.onMessage(VideoProtocol.UPDATE, counters, this::onUpdate);
        context.onMessage(VideoProtocol.DROP, counters, this::onDrop);
        context.onMessage(VideoProtocol.PROPOSE, counters, this::onPropose);
        context.onMessage(VideoProtocol.PAUSE, counters, this::onPause);
        context.onMessage(VideoProtocol.SETTLE, counters, this::onSettle);
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
        int width = message.word(VideoProtocol.MAKE_FRAME + 2);
        if (width != 0 && !window.takeFrame(message, VideoProtocol.MAKE_FRAME)) {
            counters.refused.increment();
            return;
        }
        if (width == 0) {
            window.takeAll();
        }
        window.make(message.word(VideoProtocol.DISPLAY_IOP), message.word(VideoProtocol.DISPLAY_TID), message.word(VideoProtocol.WINDOW),
            port, format, message.word(VideoProtocol.STREAM));
    }

    /** Streams come in two of the formats. */
    private static @Nullable PixelFormat streamFormat(int code) {
        if (code == PixelFormat.UYVY.code()) {
            return PixelFormat.UYVY;
        }
        return code == PixelFormat.RGB888.code() ? PixelFormat.RGB888 : null;
    }

    private void onUpdate(VideoCounters counters, Message message) {
        VideoWindow window = streamOf(counters, message);
        if (window != null) {
            window.update();
        }
    }

    private void onDrop(VideoCounters counters, Message message) {
        VideoWindow window = streamOf(counters, message);
        if (window != null) {
            window.drop();
        }
    }

    private void onPropose(VideoCounters counters, Message message) {
        VideoWindow window = streamOf(counters, message);
        if (window != null) {
            window.propose(message);
        }
    }

    private void onPause(VideoCounters counters, Message message) {
        VideoWindow window = streamOf(counters, message);
        if (window != null) {
            window.pause(message.word(VideoProtocol.MOVE));
        }
    }

    private void onSettle(VideoCounters counters, Message message) {
        VideoWindow window = streamOf(counters, message);
        if (window != null) {
            window.settle(message);
        }
    }

    /** {@return the window that an order of its application is about; null when it is refused} */
    private @Nullable VideoWindow streamOf(VideoCounters counters, Message message) {
        VideoWindow window = windowOf(counters, message);
        if (window != null && !window.takesOrders(message.word(VideoProtocol.STREAM))) {
            counters.refused.increment();
            return null;
        }
        return window;
    }

    private @Nullable VideoWindow windowOf(VideoCounters counters, Message message) {
        int slot = message.word(VideoProtocol.SLOT);
        if (slot < 0 || slot >= windows.length || message.way() != Route.Way.HOST || message.kind() != Message.Kind.SMALL) {
            counters.refused.increment();
            return null;
        }
        return windows[slot];
    }
}
