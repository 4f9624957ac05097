package dev.spine.device.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.ByteBuffer;

/** Another end of a tunnel, as long as its connection lasts. The wire's thread. */
final class Peer extends ChannelInboundHandlerAdapter {
    private final TunnelWire wire;
    private final Channel channel;
    private final boolean provesItself;
    private int number = TunnelWire.NOBODY;
    private boolean unflushed;

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
        context.fireChannelInactive();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        wire.flush();
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
        var _ = context.close();
    }

    /** A frame has come, at the reader's index of a buffer. */
    void received(ByteBuf in, int bytes) {
        if (number != TunnelWire.NOBODY) {
            wire.received(this, in, bytes);
        }
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    /** Sends a frame: what remains of a buffer. */
    void write(ByteBuffer frame) {
        end(begin(frame.remaining()).writeBytes(frame));
    }

    /** Sends a frame that lies in a buffer. */
    void write(ByteBuf in, int index, int bytes) {
        end(begin(bytes).writeBytes(in, index, bytes));
    }

    private ByteBuf begin(int bytes) {
        return channel.alloc().directBuffer(Integer.BYTES + bytes).writeInt(bytes);
    }

    private void end(ByteBuf frame) {
        var _ = channel.write(frame, channel.voidPromise());
        unflushed = true;
    }

    /** Lets go what was written. */
    void flush() {
        if (unflushed) {
            unflushed = false;
            channel.flush();
        }
    }
}
