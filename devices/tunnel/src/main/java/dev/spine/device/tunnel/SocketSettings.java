package dev.spine.device.tunnel;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.nio.NioChannelOption;
import jdk.net.ExtendedSocketOptions;

/** How the connections of a tunnel read, and how they find out that a machine is gone. Stateless. */
final class SocketSettings {
    private static final int READ_BYTES = 65_536;
    private static final int READS = 4;
    private static final int SECONDS_UNTIL_ASKED = 5;
    private static final int SECONDS_BETWEEN_QUESTIONS = 2;
    private static final int QUESTIONS = 3;

    private SocketSettings() {}

    static void apply(Channel channel) {
        // Few pieces at a look: the device takes them before more come, and what it has no buffers for waits at its sender.
        channel.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(READS));
        // A machine that is gone says nothing: the system asks an end that has been silent.
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        channel.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), SECONDS_UNTIL_ASKED);
        channel.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), SECONDS_BETWEEN_QUESTIONS);
        channel.config().setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), QUESTIONS);
    }
}
