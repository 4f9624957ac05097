package dev.spine.device.tunnel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Finds the frames in what comes from another end, each behind its length in 32 bits. The wire's thread. */
final class Framing extends ByteToMessageDecoder {
    /** Who names a longer frame does not speak of frames at all. */
    static final int MAX_BYTES = 65_536;

    private final Peer peer;

    Framing(Peer peer) {
        this.peer = peer;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        while (in.readableBytes() >= Integer.BYTES) {
            int bytes = in.getInt(in.readerIndex());
            if (bytes < 0 || bytes > MAX_BYTES) {
                in.skipBytes(in.readableBytes());
                var _ = context.close();
                return;
            }
            if (in.readableBytes() < Integer.BYTES + bytes) {
                return;
            }
            in.skipBytes(Integer.BYTES);
            peer.received(in, bytes);
            in.skipBytes(bytes);
        }
    }
}
