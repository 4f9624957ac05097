package dev.spine.device.tunnel;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import org.jspecify.annotations.Nullable;

/**
 * The system's selectors, of which the last one that was opened can be woken: Netty's handler, when it is woken by its own method, wakes
 * its selector once more before it looks at what has come, and again finds nothing there. Any thread.
 */
final class OwnSelectors extends SelectorProvider {
    private final SelectorProvider system = provider();
    private volatile @Nullable Selector last;

    /** Ends the present wait for input, or the next one. */
    void wake() {
        Selector opened = last;
        if (opened != null) {
            opened.wakeup();
        }
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        AbstractSelector opened = system.openSelector();
        last = opened;
        return opened;
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        return system.openDatagramChannel();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        return system.openDatagramChannel(family);
    }

    @Override
    public Pipe openPipe() throws IOException {
        return system.openPipe();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        return system.openServerSocketChannel();
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        return system.openSocketChannel();
    }
}
