package dev.spine.device.os.netlink;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.iop.packet.wire.Address;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Changes the network of a namespace: what a router needs for the interfaces that it makes. Each call waits until the kernel has done it.
 * Needs the right to administer that network. One thread at a time.
 *
 * <p>Source: rtnetlink(7); Linux Documentation/networking/ip-sysctl.rst.
 */
public final class KernelNetwork implements AutoCloseable {
    private static final int ACKNOWLEDGED_REQUEST = 1 | 4;
    private static final int CREATE = 0x400;
    private static final int REPLACE = 0x100;
    private static final int SET_LINK = 19;
    private static final int DEL_LINK = 17;
    private static final int NEW_ADDRESS = 20;
    private static final int DEL_ADDRESS = 21;
    private static final int NEW_NEIGHBOUR = 28;
    private static final int NEIGHBOUR_PROBE = 0x10;
    private static final int NEIGHBOUR_USE = 0x01;
    private static final int NDA_DST = 1;
    private static final int IFF_UP = 1;
    private static final int IFLA_MTU = 4;
    private static final int IFA_ADDRESS = 1;
    private static final int IFA_LOCAL = 2;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    /** An address without the wait for others who might have it. */
    private static final int IFA_F_NODAD = 2;
    private static final int ANSWER_LIMIT_MS = 5_000;
    private static final int ATTRIBUTE_HEADER = 4;
    private static final int MAX_BODY = 128;

    private final NetworkNamespace namespace;
    private final NetlinkSocket socket;
    private final MessageParser parser = new MessageParser(new NetlinkCounters());

    private KernelNetwork(NetworkNamespace namespace) {
        this.namespace = namespace;
        this.socket = NetlinkSocket.open(namespace, 1 << 16);
    }

    /**
     * {@return access to the network of a namespace}
     *
     * @param namespace which
     * @throws SystemCallException there is no such namespace, or it may not be entered
     */
    public static KernelNetwork open(NetworkNamespace namespace) {
        return new KernelNetwork(namespace);
    }

    /**
     * Sets an interface up or down.
     *
     * @param link its index
     * @param change SET for up, GONE for down
     * @throws SystemCallException the kernel refuses it
     */
    public void up(int link, Change change) {
        ByteBuffer body = linkBody(link, change == Change.SET ? IFF_UP : 0, IFF_UP);
        request("interface " + link + " cannot be set " + (change == Change.SET ? "up" : "down"), SET_LINK, 0, body.flip());
    }

    /**
     * Sets the largest packet of an interface.
     *
     * @param link its index
     * @param bytes of an IP packet
     * @throws SystemCallException the kernel refuses it
     */
    public void mtu(int link, int bytes) {
        ByteBuffer body = linkBody(link, 0, 0);
        body.putShort((short) (ATTRIBUTE_HEADER + Integer.BYTES)).putShort((short) IFLA_MTU).putInt(bytes);
        request("interface " + link + " cannot have an MTU of " + bytes, SET_LINK, 0, body.flip());
    }

    /**
     * Removes an interface.
     *
     * @param link its index
     * @throws SystemCallException the kernel refuses it
     */
    public void remove(int link) {
        request("interface " + link + " cannot be removed", DEL_LINK, 0, linkBody(link, 0, 0).flip());
    }

    /**
     * Gives an interface an address, or takes it; an address that it has already is left.
     *
     * @param link index of the interface
     * @param change SET or GONE
     * @param address the address
     * @param bits length of the prefix that is on the link
     * @throws SystemCallException the kernel refuses it
     */
    public void address(int link, Change change, Address address, int bits) {
        ByteBuffer body = body();
        body.put((byte) (address.version() == 4 ? AF_INET : AF_INET6)).put((byte) bits).put((byte) IFA_F_NODAD).put((byte) 0).putInt(link);
        put(body, IFA_LOCAL, address);
        put(body, IFA_ADDRESS, address);
        boolean set = change == Change.SET;
        request("interface " + link + (set ? " cannot have" : " cannot be rid of") + " the address " + address.longText() + "/" + bits,
            set ? NEW_ADDRESS : DEL_ADDRESS, set ? CREATE | REPLACE : 0, body.flip());
    }

    /**
     * Has the kernel ask a neighbour whether it is still there; what comes of it is told as an event. For neighbours to which others send.
     *
     * @param link index of the interface
     * @param neighbour its address
     * @throws SystemCallException the kernel refuses it, when it does not know that neighbour any more, for example
     */
    public void probe(int link, Address neighbour) {
        ask(link, neighbour, NEIGHBOUR_PROBE, 0, REPLACE);
    }

    /**
     * Has the kernel find out who a neighbour is, as if it had a packet for it; what comes of it is told as an event.
     *
     * @param link index of the interface
     * @param neighbour its address
     * @throws SystemCallException the kernel refuses it: the interface is gone, or whoever runs this may not ask
     */
    public void find(int link, Address neighbour) {
        ask(link, neighbour, 0, NEIGHBOUR_USE, CREATE);
    }

    private void ask(int link, Address neighbour, int state, int flags, int how) {
        ByteBuffer body = body();
        body.put((byte) (neighbour.version() == 4 ? AF_INET : AF_INET6)).put((byte) 0).putShort((short) 0).putInt(link)
            .putShort((short) state).put((byte) flags).put((byte) 0);
        put(body, NDA_DST, neighbour);
        request("neighbour " + neighbour.longText() + " of interface " + link + " cannot be asked", NEW_NEIGHBOUR, how, body.flip());
    }

    /**
     * {@return a setting of the kernel, as sysctl(8) gives it; nothing when the kernel does not have it}
     *
     * @param name its path below /proc/sys, for example {@code net/ipv4/ip_forward}
     * @throws SystemCallException it may not be read
     */
    public Optional<String> setting(String name) {
        Path file = Path.of("/proc/sys").resolve(name);
        return namespace.call(() -> {
            try {
                return Optional.of(Files.readString(file, StandardCharsets.US_ASCII).strip());
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw new SystemCallException("the kernel's setting " + name + " cannot be read: " + e.getMessage(), 0);
            }
        });
    }

    /**
     * Changes a setting of the kernel, as sysctl(8) does. One that the kernel does not have is left.
     *
     * @param name its path below /proc/sys, for example {@code net/ipv4/ip_forward}
     * @param value what it becomes
     * @return what it was; empty when there is none of that name
     * @throws SystemCallException it may not be changed, or not to that
     */
    public String setting(String name, String value) {
        Path file = Path.of("/proc/sys").resolve(name);
        return namespace.call(() -> {
            try {
                String old = Files.readString(file, StandardCharsets.US_ASCII).strip();
                if (!old.equals(value)) {
                    Files.writeString(file, value, StandardCharsets.US_ASCII);
                }
                return old;
            } catch (NoSuchFileException e) {
                return "";
            } catch (IOException e) {
                throw new SystemCallException("the kernel's setting " + name + " cannot be made " + value + ": " + e.getMessage(), 0);
            }
        });
    }

    private static ByteBuffer body() {
        return ByteBuffer.allocate(MAX_BODY).order(ByteOrder.nativeOrder());
    }

    private static ByteBuffer linkBody(int link, int flags, int change) {
        return body().putInt(0).putInt(link).putInt(flags).putInt(change);
    }

    private static void put(ByteBuffer body, int type, Address address) {
        byte[] bytes = address.bytes();
        body.putShort((short) (ATTRIBUTE_HEADER + bytes.length)).putShort((short) type).put(bytes);
    }

    private void request(String refused, int type, int flags, ByteBuffer body) {
        Answer answer = new Answer(socket.send(type, ACKNOWLEDGED_REQUEST | flags, body));
        if (answer.sequence < 0) {
            throw new SystemCallException(refused + ": " + SystemCallException.words(-answer.sequence), -answer.sequence);
        }
        while (!answer.come) {
            if (!socket.await(ANSWER_LIMIT_MS)) {
                throw new SystemCallException(refused + ": the kernel does not answer", 0);
            }
            long bytes = socket.receive();
            if (bytes > 0) {
                parser.parse(socket.received(), (int) Math.min(bytes, socket.capacity()), answer);
            } else if (bytes != -SystemCalls.EAGAIN && bytes != -SystemCalls.EINTR) {
                throw new SystemCallException(refused + ": " + SystemCallException.words((int) -bytes), (int) -bytes);
            }
        }
        if (answer.error < 0) {
            throw new SystemCallException(refused + ": " + SystemCallException.words(-answer.error), -answer.error);
        }
    }

    /** Waits for the answer to one request. */
    private static final class Answer implements MessageParser.Handler {
        private final int sequence;
        private boolean come;
        private int error;

        Answer(int sequence) {
            this.sequence = sequence;
        }

        @Override
        public void on(KernelEvent event) {
            // Nothing was asked for.
        }

        @Override
        public void answered(int number, int result) {
            if (number == sequence) {
                come = true;
                error = result;
            }
        }

        @Override
        public void interrupted() {
            // No table is read here.
        }

        @Override
        public void lost() {
            // No events are heard here.
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
