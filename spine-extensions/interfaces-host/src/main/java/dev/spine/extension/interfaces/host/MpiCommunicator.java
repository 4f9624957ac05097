package dev.spine.extension.interfaces.host;

import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.MpiProtocol;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Messages with tags between the applications of several nodes, each a rank, and what all ranks do together (after MPI 1.1, chapters 3
 * and 4). The card matches messages with receives; see {@link dev.spine.extension.interfaces.MpiExtension}.
 *
 * <p>Methods that wait are called from outside the host's agent, from one task at a time for collectives; those that begin with
 * {@code start} do not wait and are called on the agent.
 */
public final class MpiCommunicator {
    /** Any source, or any tag. */
    public static final int ANY = MpiProtocol.ANY;

    private static final int FIRST_USER_WORD = RuntimeProtocol.FIRST_USER_WORD;
    private static final int BARRIER = MpiProtocol.FIRST_COLLECTIVE_TAG;
    private static final int BROADCAST = MpiProtocol.FIRST_COLLECTIVE_TAG + 0x100;
    private static final int REDUCE = MpiProtocol.FIRST_COLLECTIVE_TAG + 0x200;
    private static final int GATHER = MpiProtocol.FIRST_COLLECTIVE_TAG + 0x300;

    /** A send that has not ended. */
    private record Sending(Pending<Integer> end, @Nullable Region data) {}

    /** A receive that has not ended. */
    private static final class Receiving {
        final Pending<MpiMessage> end = new Pending<>();
        final byte[] bytes;

        Receiving(int most) {
            bytes = new byte[most];
        }
    }

    private final HostSide side;
    private final ExtensionPort port;
    private final int rank;
    private final int size;
    private final Map<Integer, Sending> sends = new HashMap<>();
    private final Map<Integer, Receiving> receives = new HashMap<>();
    private final Pending<Integer> ready = new Pending<>();
    private int nextToken;

    /**
     * Opens the communicator of a node whose card has the extension {@link dev.spine.extension.interfaces.MpiExtension}.
     *
     * @param side the node's host
     * @param rank this node's rank
     * @param nodes all nodes by rank, this one among them, at most 64
     * @throws InterfaceException when the card half cannot be configured so
     */
    public MpiCommunicator(HostSide side, int rank, List<NodeAddress> nodes) {
        this.side = side;
        this.rank = rank;
        this.size = nodes.size();
        this.port = new ExtensionPort(side, nodes.get(rank).instance(), this::onEnd);
        port.listen(MpiProtocol.HOST_READY, message -> {
            if (!ready.isDone()) {
                ready.complete(message.wordOrZero(FIRST_USER_WORD));
            }
        });
        port.listen(MpiProtocol.HOST_SENT, this::onSent);
        port.listen(MpiProtocol.HOST_RECEIVED, this::onReceived);
        port.listen(MpiProtocol.HOST_DATA, this::onData);
        side.tasks().run(() -> {
            port.send(MpiProtocol.CONFIGURE, rank, size);
            for (int node = 0; node < size; node++) {
                NodeAddress address = nodes.get(node);
                port.send(MpiProtocol.NODE, node, address.highWord(), address.lowWord(), address.instance());
            }
        });
        side.tasks().await("the card half of the communicator", ready::isDone);
        if (ready.get() != MpiProtocol.DONE) {
            throw new InterfaceException("the communicator of rank " + rank + " cannot be configured: it is already, or there are too many"
                + " nodes");
        }
    }

    /** {@return this node's rank} */
    public int rank() {
        return rank;
    }

    /** {@return how many ranks there are} */
    public int size() {
        return size;
    }

    /** {@return messages of other extensions of the card, which are not taken for answers of its card half; on the host's agent} */
    public long foreign() {
        return port.foreign();
    }

    // --- messages

    /**
     * Sends a message and waits until its receiver's card has it, or, of a long one, until it was wanted.
     *
     * @param destination its rank
     * @param tag 0 to 0x3FFFFFFF
     * @param data at most 64 KiB
     * @throws InterfaceException when it was not received, or nobody knows
     */
    public void send(int destination, int tag, byte[] data) {
        checkTag(tag);
        await("the send to rank " + destination, destination, tag, data);
    }

    private void await(String what, int destination, int tag, byte[] data) {
        Pending.await(side.tasks(), what, () -> begin(destination, tag, data));
    }

    /**
     * Begins to send a message; on the host's agent.
     *
     * @param destination its rank
     * @param tag 0 to 0x3FFFFFFF
     * @param data at most 64 KiB
     * @return done as {@link #send} returns
     */
    public Pending<Integer> startSend(int destination, int tag, byte[] data) {
        checkTag(tag);
        return begin(destination, tag, data);
    }

    private static void checkTag(int tag) {
        if (tag < 0 || tag >= MpiProtocol.FIRST_COLLECTIVE_TAG) {
            throw new IllegalArgumentException("a tag is 0 to 0x3FFFFFFF, not " + tag);
        }
    }

    private Pending<Integer> begin(int destination, int tag, byte[] data) {
        if (destination < 0 || destination >= size || data.length > MpiProtocol.MAX_BYTES) {
            throw new IllegalArgumentException("a message goes to a rank of 0 to " + (size - 1) + " and has at most "
                + MpiProtocol.MAX_BYTES + " bytes: split it");
        }
        InterfaceException over = port.ended();
        if (over != null) {
            return Pending.failed(over);
        }
        int token = nextToken++;
        Region region = null;
        if (data.length == 0) {
            port.send(MpiProtocol.SEND, destination, token, tag);
        } else {
            region = port.sendBulk(MpiProtocol.SEND, data, destination, token, tag);
        }
        Sending sending = new Sending(new Pending<>(), region);
        sends.put(token, sending);
        return sending.end;
    }

    /**
     * Receives a message.
     *
     * @param source its rank, or {@link #ANY}
     * @param tag its tag, or {@link #ANY}
     * @param most the most bytes, at most 64 KiB
     * @return the oldest message that matches
     * @throws InterfaceException when it has more bytes, or does not come
     */
    public MpiMessage receive(int source, int tag, int most) {
        return Pending.await(side.tasks(), "a message to rank " + rank, () -> startReceive(source, tag, most));
    }

    /**
     * Begins to receive a message; on the host's agent.
     *
     * @param source its rank, or {@link #ANY}
     * @param tag its tag, or {@link #ANY}
     * @param most the most bytes, at most 64 KiB
     * @return the message to come
     */
    public Pending<MpiMessage> startReceive(int source, int tag, int most) {
        InterfaceException over = port.ended();
        if (over != null) {
            return Pending.failed(over);
        }
        int token = nextToken++;
        Receiving receiving = new Receiving(most);
        receives.put(token, receiving);
        port.send(MpiProtocol.RECEIVE, source, token, tag, most);
        return receiving.end;
    }

    private void onEnd(InterfaceException why) {
        List<Sending> unsent = List.copyOf(sends.values());
        List<Receiving> unreceived = List.copyOf(receives.values());
        sends.clear();
        receives.clear();
        if (!ready.isDone()) {
            ready.fail(why);
        }
        unsent.forEach(sending -> {
            port.free(sending.data);
            sending.end.fail(why);
        });
        unreceived.forEach(receiving -> receiving.end.fail(why));
    }

    private void onSent(MessageFrame message) {
        Sending sending = sends.remove(message.wordOrZero(FIRST_USER_WORD));
        if (sending == null) {
            return;
        }
        port.free(sending.data);
        int status = message.wordOrZero(FIRST_USER_WORD + 1);
        if (status == MpiProtocol.DONE) {
            sending.end.complete(status);
        } else {
            sending.end.fail(new InterfaceException("a message of rank " + rank + " was not sent: " + text(status)));
        }
    }

    private void onData(MessageFrame message) {
        Receiving receiving = receives.get(message.wordOrZero(FIRST_USER_WORD));
        int offset = message.wordOrZero(FIRST_USER_WORD + 1);
        if (receiving != null && offset >= 0 && offset < receiving.bytes.length) {
            Pieces.copy(message, offset, receiving.bytes);
        }
    }

    private void onReceived(MessageFrame message) {
        Receiving receiving = receives.remove(message.wordOrZero(FIRST_USER_WORD));
        if (receiving == null) {
            return;
        }
        int status = message.wordOrZero(FIRST_USER_WORD + 4);
        int bytes = Math.clamp(message.wordOrZero(FIRST_USER_WORD + 3), 0, receiving.bytes.length);
        if (status == MpiProtocol.DONE) {
            receiving.end.complete(new MpiMessage(message.wordOrZero(FIRST_USER_WORD + 1), message.wordOrZero(FIRST_USER_WORD + 2),
                Arrays.copyOf(receiving.bytes, bytes)));
        } else {
            receiving.end.fail(new InterfaceException("a message to rank " + rank + " was not received: " + text(status)));
        }
    }

    private static String text(int status) {
        return switch (status) {
            case MpiProtocol.NO_NODE -> "there is no such rank";
            case MpiProtocol.BUSY -> "the card has no room: wait for the end of an operation";
            case MpiProtocol.TRUNCATED -> "it has more bytes than were asked for";
            case MpiProtocol.NO_ANSWER -> "no answer came; whether it arrived is not known";
            default -> "status " + status;
        };
    }

    // --- collectives

    /** Waits until all ranks have come here (by dissemination: in round k a rank tells the one 2^k further). */
    public void barrier() {
        int round = 0;
        for (int distance = 1; distance < size; distance *= 2) {
            int tag = BARRIER + round++;
            int to = (rank + distance) % size;
            Pending<Integer> sent = side.tasks().call(() -> begin(to, tag, new byte[0]));
            receive((rank - distance + size) % size, tag, 0);
            side.tasks().await("the barrier", sent::isDone);
            sent.get();
        }
    }

    /**
     * Gives the bytes of one rank to all, along a binomial tree.
     *
     * @param root whose
     * @param data what it gives; of the other ranks only the length counts, which is the same
     * @return the root's bytes
     */
    public byte[] broadcast(int root, byte[] data) {
        int own = (rank - root + size) % size;
        byte[] bytes = data;
        int mask = 1;
        while (mask < size && (own & mask) == 0) {
            mask *= 2;
        }
        if (own != 0) {
            bytes = receive((own - mask + root) % size, BROADCAST, data.length).data();
        }
        for (int step = mask / 2; step > 0; step /= 2) {
            if (own + step < size) {
                await("the broadcast", (own + step + root) % size, BROADCAST, bytes);
            }
        }
        return bytes;
    }

    /**
     * Combines the values of all ranks, along a binomial tree.
     *
     * @param root who gets the result
     * @param values of this rank, as many as of each other
     * @param operator associative and commutative
     * @return the combined values at the root; of the others what they have combined on the way
     */
    public long[] reduce(int root, long[] values, LongBinaryOperator operator) {
        int own = (rank - root + size) % size;
        long[] sum = values.clone();
        for (int mask = 1; mask < size; mask *= 2) {
            if ((own & mask) != 0) {
                await("the reduction", (own - mask + root) % size, REDUCE, toBytes(sum));
                break;
            }
            if (own + mask < size) {
                ByteBuffer other = ByteBuffer.wrap(receive((own + mask + root) % size, REDUCE, values.length * Long.BYTES).data());
                for (int i = 0; i < sum.length; i++) {
                    sum[i] = operator.applyAsLong(sum[i], other.getLong());
                }
            }
        }
        return sum;
    }

    /**
     * Combines the values of all ranks for all.
     *
     * @param values of this rank, as many as of each other
     * @param operator associative and commutative
     * @return the combined values
     */
    public long[] allReduce(long[] values, LongBinaryOperator operator) {
        ByteBuffer result = ByteBuffer.wrap(broadcast(0, toBytes(reduce(0, values, operator))));
        long[] all = new long[values.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = result.getLong();
        }
        return all;
    }

    private static byte[] toBytes(long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.array();
    }

    /**
     * Collects bytes of all ranks at one.
     *
     * @param root who gets them
     * @param data of this rank
     * @param most the most bytes of any rank
     * @return at the root the bytes of each rank; of the others nothing
     */
    public List<byte[]> gather(int root, byte[] data, int most) {
        List<byte[]> all = new ArrayList<>();
        if (rank != root) {
            await("the gathering", root, GATHER, data);
            return all;
        }
        for (int source = 0; source < size; source++) {
            all.add(source == rank ? data : receive(source, GATHER, most).data());
        }
        return all;
    }
}
