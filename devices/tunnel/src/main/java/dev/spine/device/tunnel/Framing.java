package dev.spine.device.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames in what comes from another end, each behind its length in 32 bits. Frames are looked at where they came; of one whose
 * rest has not come the beginning is kept. The wire's thread.
 */
final class Framing extends ChannelInboundHandlerAdapter {
    /** Who names a longer frame does not speak of frames at all. */
    static final int MAX_BYTES = 65_536;

    /** So much memory stays a connection's between two frames. */
    private static final int MAX_KEPT = 16_384;
    private static final int NO_FRAME = -1;

    private final Peer peer;
    private @Nullable ByteBuf begun;
    private boolean isOver;

    Framing(Peer peer) {
        this.peer = peer;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            ByteBuf kept = begun;
            if (kept != null && kept.isReadable()) {
                finish(context, kept, in);
            }
            take(context, in);
            if (in.isReadable() && !isOver) {
                keep(context, in);
            }
        } finally {
            in.release();
        }
    }

    /** Takes what is wanted to end a frame that has begun. */
    private void finish(ChannelHandlerContext context, ByteBuf kept, ByteBuf in) {
        fill(kept, in, Integer.BYTES);
        int bytes = length(context, kept);
        if (bytes != NO_FRAME && fill(kept, in, Integer.BYTES + bytes)) {
            take(context, kept);
            kept.clear();
            if (kept.capacity() > MAX_KEPT) {
                begun = null;
                kept.release();
            }
        }
    }

    /** {@return whether a buffer has so many bytes when it has taken what there is of them} */
    private static boolean fill(ByteBuf kept, ByteBuf in, int bytes) {
        kept.writeBytes(in, Math.clamp(bytes - kept.readableBytes(), 0, in.readableBytes()));
        return kept.readableBytes() >= bytes;
    }

    private void take(ChannelHandlerContext context, ByteBuf in) {
        int bytes = length(context, in);
        while (bytes != NO_FRAME && in.readableBytes() >= Integer.BYTES + bytes) {
            in.skipBytes(Integer.BYTES);
            peer.received(in, bytes);
            in.skipBytes(bytes);
            bytes = length(context, in);
        }
    }

    /** {@return how many bytes the next frame has, which may not be there yet} */
    private int length(ChannelHandlerContext context, ByteBuf in) {
        if (isOver || in.readableBytes() < Integer.BYTES) {
            return NO_FRAME;
        }
        int bytes = in.getInt(in.readerIndex());
        if (bytes >= 0 && bytes <= MAX_BYTES) {
            return bytes;
        }
        isOver = true;
        var _ = context.close();
        return NO_FRAME;
    }

    private void keep(ChannelHandlerContext context, ByteBuf in) {
        ByteBuf kept = begun;
        if (kept == null) {
            kept = context.alloc().directBuffer();
            begun = kept;
        }
        kept.writeBytes(in);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ByteBuf kept = begun;
        begun = null;
        isOver = true;
        if (kept != null) {
            kept.release();
        }
    }
}
