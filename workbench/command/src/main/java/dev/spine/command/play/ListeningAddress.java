package dev.spine.command.play;

import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads where to listen: a port of the loopback address, or {@code ADDRESS:PORT}. Any thread. */
public final class ListeningAddress implements ITypeConverter<InetSocketAddress> {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int MAX_PORT = 65_535;

    /** Made by picocli. */
    public ListeningAddress() {}

    @Override
    public InetSocketAddress convert(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? LOOPBACK : text.substring(0, colon);
        String port = text.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MAX_PORT || host.isEmpty()) {
            throw new TypeConversionException("'" + text + "' is no place to listen at: write PORT (0 to 65535) or ADDRESS:PORT");
        }
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw new TypeConversionException("'" + host + "' is no address: write one of this machine, or 0.0.0.0 for all");
        }
        return address;
    }
}
