package dev.spine.device.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.lang.foreign.MemorySegment;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Another end of a tunnel, as long as its connection lasts. The wire's thread. */
final class Peer extends ChannelInboundHandlerAdapter {
    /** So many bytes of frames go into a connection at once. */
    private static final int MAX_GATHERED = 65_536;
    /** What waits lies in so many times its bytes of memory at most. */
    private static final int MAX_ROOM = 4;

    private final TunnelWire wire;
    private final Channel channel;
    private final boolean provesItself;
    private int number = TunnelWire.NOBODY;
    /** Frames that the connection does not have yet: they go there together. */
    private @Nullable ByteBuf gathered;
    /** The memory of that. */
    private MemorySegment room = MemorySegment.NULL;
    /** Bytes of frames since the last flush, and of those that the one before let go. */
    private int batchBytes;
    private int lastBatchBytes;
    /** Whether anything has come, and was written, since the last look. */
    private boolean heard;
    private boolean told;
    /** Whether it tells that it is alive: the end of a virtual machine does not. */
    private boolean tells;
    private int silent;

    Peer(TunnelWire wire, Channel channel, boolean provesItself) {
        this.wire = wire;
        this.channel = channel;
        this.provesItself = provesItself;
    }

    int number() {
        return number;
    }

    /** Joins with the number by which the wire knows it. */
    void joined(int as) {
        number = as;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!provesItself) {
            join();
        }
        context.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                join();
            } else {
                refused(handshake.cause());
                var _ = context.close();
            }
        }
        context.fireUserEventTriggered(event);
    }

    private void join() {
        if (!wire.join(this)) {
            var _ = channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (number != TunnelWire.NOBODY) {
            wire.left(this);
            number = TunnelWire.NOBODY;
        }
        ByteBuf lost = gathered;
        gathered = null;
        if (lost != null) {
            lost.release();
        }
        context.fireChannelInactive();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        wire.readComplete();
        context.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        wire.drain();
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A connection that was reset, or a certificate that is not believed: the connection ends, and the link says so.
        refused(cause);
        var _ = context.close();
    }

    /** Keeps the reason for people, if it is one of trust. */
    private void refused(Throwable why) {
        Throwable cause = why instanceof DecoderException && why.getCause() != null ? why.getCause() : why;
        if (cause instanceof SSLException) {
            Throwable root = cause;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            String text = root == cause ? String.valueOf(cause.getMessage()) : cause.getMessage() + ": " + root.getMessage();
            wire.refused(channel.remoteAddress() + ": " + text.lines().findFirst().orElse(""));
        }
    }

    /** Looks whether it is alive, and tells it that this end is. */
    void tick(int silentTicks) {
        silent = heard ? 0 : silent + 1;
        heard = false;
        if (tells && silent >= silentTicks) {
            var _ = channel.close();
            return;
        }
        if (!told && isWritable()) {
            begin(0);
            flush();
        }
        told = false;
    }

    void allowWaiting(int bytes) {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(bytes / 2, bytes));
    }

    long waitingBytes() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    /** A frame has come, at the reader's index of a buffer; an empty one says that the other end is alive. */
    void received(ByteBuf in, int bytes) {
        heard = true;
        if (bytes == 0) {
            tells = true;
        } else if (number != TunnelWire.NOBODY) {
            wire.received(this, in, bytes);
        }
    }

    boolean isWritable() {
        ByteBuf open = gathered;
        return channel.bytesBeforeUnwritable() > (open == null ? 0 : open.readableBytes());
    }

    /** Whether there is room for a frame, if need be after those that were written have gone. */
    boolean takesMore() {
        if (!isWritable()) {
            flush();
        }
        return isWritable();
    }

    /** Sends a frame that lies in memory. */
    void write(MemorySegment memory, long offset, int bytes) {
        ByteBuf open = begin(bytes);
        MemorySegment.copy(memory, offset, room, open.writerIndex(), bytes);
        open.writerIndex(open.writerIndex() + bytes);
    }

    /** Sends a frame that lies in a buffer. */
    void write(ByteBuf in, int index, int bytes) {
        begin(bytes).writeBytes(in, index, bytes);
    }

    /** {@return a buffer that has the length of a frame, and room for it} */
    private ByteBuf begin(int bytes) {
        told = true;
        int wanted = Integer.BYTES + bytes;
        ByteBuf open = gathered;
        if (open == null || open.writableBytes() < wanted) {
            // As much as last time, and more when that was too little.
            int most = open == null ? Math.min(lastBatchBytes, MAX_GATHERED) : MAX_GATHERED;
            open = channel.alloc().directBuffer(Math.max(most, wanted));
            handOver();
            gathered = open;
            room = MemorySegment.ofBuffer(open.internalNioBuffer(0, open.capacity()));
        }
        batchBytes += wanted;
        return open.writeInt(bytes);
    }

    private void handOver() {
        ByteBuf full = gathered;
        gathered = null;
        if (full != null) {
            var _ = channel.write(fitted(full), channel.voidPromise());
        }
    }

    /** Netty bounds the bytes that wait, and not the memory that they lie in: what fills little of its buffer moves to a smaller one. */
    private ByteBuf fitted(ByteBuf full) {
        int bytes = full.readableBytes();
        if (bytes >= full.capacity() / MAX_ROOM) {
            return full;
        }
        try {
            return channel.alloc().directBuffer(bytes).writeBytes(full);
        } finally {
            full.release();
        }
    }

    /** Lets go what was written. */
    void flush() {
        if (gathered != null) {
            lastBatchBytes = batchBytes;
            batchBytes = 0;
            handOver();
            channel.flush();
        }
    }
}
