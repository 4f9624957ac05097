package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.peer.PeerSession;
import org.jspecify.annotations.Nullable;

/**
 * The dispatcher's way to runtimes and devices on other IOPs of the node. A message is answered when it has left its receiver's queue;
 * until
 * then it takes credit of its receiver, so that a slow one holds those who send to it and leaves frames for the others. Data of a message
 * are lent under a grant that ends with the answer. Belongs to the card's agent.
 */
final class PeerRoutes {
    /** The most peer devices that routes lead to. */
    static final int MAX_PEERS = 256;
    /** The most messages to one receiver that are not answered. */
    static final int WINDOW = 8;
    /** The most messages with data that are not answered. */
    static final int MAX_LOANS = 64;

    private static final int INSTANCES = RuntimeModule.MAX_INSTANCES + 1;
    private static final int EPOCH_SHIFT = 24;
    private static final int LOAN_SHIFT = 16;

    private record PeerKey(int iopId, int tid) {}

    /** Data that a peer reads. */
    private static final class Loan {
        @Nullable Lease lease;
        long grant;
        int peer;
        int epoch;
        @Nullable PeerSession session;
        /** Whether the peer may still read: it is gone, and its session is not over. */
        boolean ending;
    }

    private final RuntimePlace place;
    private final MemoryService memory;
    private final RevocationFence revocations;
    private final @Nullable PeerKey[] peers = new PeerKey[MAX_PEERS];
    /** A route names a peer by generation and index, so that one to a peer that has made room for another leads nowhere. */
    private final int[] generations = new int[MAX_PEERS];
    /** Messages that are not answered, by peer and instance there. */
    private final int[] @Nullable [] unanswered = new int[MAX_PEERS][];
    private final @Nullable PeerSession[] sessions = new PeerSession[MAX_PEERS];
    private final int[] epochs = new int[MAX_PEERS];
    private final Loan[] loans = new Loan[MAX_LOANS];
    private int lent;
    private long held;
    private long refused;
    private long full;

    PeerRoutes(RuntimePlace place, MemoryService memory) {
        this.place = place;
        this.memory = memory;
        this.revocations = place.agent().newFence();
        for (int i = 0; i < MAX_LOANS; i++) {
            loans[i] = new Loan();
        }
    }

    /** {@return how often a sender was told to wait for a peer} */
    long held() {
        return held;
    }

    /** {@return messages that peers have said they could not take} */
    long refused() {
        return refused;
    }

    /** {@return how often a route was asked for and there was no place for it} */
    long full() {
        return full;
    }

    private void forgetPeer(int index) {
        peers[index] = null;
        generations[index]++;
        epochs[index] = epochs[index] + 1 & 0x7F;
        unanswered[index] = null;
        sessions[index] = null;
    }

    /** The index of a peer, entered if it is new; -1 when the table is full of peers whose connections are open: counted. */
    private int indexOf(PeerKey key) {
        int free = -1;
        for (int i = 0; i < MAX_PEERS; i++) {
            PeerKey other = peers[i];
            if (key.equals(other)) {
                return i;
            }
            free = free < 0 && other == null ? i : free;
        }
        for (int i = 0; i < MAX_PEERS && free < 0; i++) {
            PeerKey other = peers[i];
            if (other == null || place.peer(other.iopId, other.tid) == null) {
                forgetPeer(i);
                free = i;
            }
        }
        if (free < 0) {
            full++;
        } else {
            peers[free] = key;
            unanswered[free] = new int[INSTANCES];
        }
        return free;
    }

    /** {@return the route to a peer, or null while its connection is not open, or there are routes to as many as can be} */
    @Nullable Route route(int iopId, int tid, int handler) {
        if (place.openPeer(iopId, tid) == null) {
            return null;
        }
        int index = indexOf(new PeerKey(iopId, tid));
        return index < 0 ? null : RuntimeAccess.newRoute(Route.Way.PEER, handler, (long) generations[index] << Integer.SIZE | index);
    }

    /** {@return the index of a route's peer, or -1 when the route leads nowhere any more} */
    private int index(Route destination) {
        long address = RuntimeAccess.address(destination);
        int index = (int) address;
        return generations[index] == (int) (address >> Integer.SIZE) && peers[index] != null ? index : -1;
    }

    private @Nullable FrameRoute way(int index) {
        PeerKey key = index < 0 ? null : peers[index];
        FrameRoute way = key == null ? null : place.peer(key.iopId, key.tid);
        if (key != null && way != null) {
            PeerSession session = place.session(key.iopId, key.tid);
            if (session != sessions[index]) {
                // Nothing of the last session is answered any more.
                sessions[index] = session;
                epochs[index] = epochs[index] + 1 & 0x7F;
                unanswered[index] = new int[INSTANCES];
            }
        }
        return way;
    }

    boolean canSend(Route destination) {
        int index = index(destination);
        FrameRoute way = way(index);
        if (way == null || !hasCredit(index, way, destination.handler() >>> Byte.SIZE & 0xFF)) {
            held += way == null ? 0 : 1;
            return false;
        }
        if (way.open() == null) {
            held++;
            return false;
        }
        way.cancel();
        return true;
    }

    /** A receiver gets the more frames the more there are: the last ones are for those to whom nothing is under way. */
    private boolean hasCredit(int index, FrameRoute way, int instance) {
        int[] counts = unanswered[index];
        if (counts == null) {
            return false;
        }
        int count = counts[instance];
        return count == 0 || count < WINDOW && count < way.freeFrames();
    }

    boolean send(Route destination, CardMessage message) {
        int index = index(destination);
        FrameRoute way = way(index);
        Lease data = message.data();
        Loan loan = data == null ? null : freeLoan();
        int instance = destination.handler() >>> Byte.SIZE & 0xFF;
        if (way == null || data != null && loan == null || !hasCredit(index, way, instance)) {
            return false;
        }
        MessageFrame frame = way.open();
        if (frame == null || data != null && loan != null && !lend(loan, data, message, index, way)) {
            way.cancel();
            return false;
        }
        boolean bulk = loan != null;
        frame.header(bulk ? RuntimeProtocol.GRANTED_WORDS : RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, way.initiator(),
            way.target());
        frame.contexts(epochs[index] << EPOCH_SHIFT | (loan == null ? 0 : numberOf(loan) + 1) << LOAN_SHIFT | index << Byte.SIZE | instance,
            RuntimeProtocol.controlWord(destination.handler(), message.user(),
                bulk ? RuntimeProtocol.KIND_GRANTED : RuntimeProtocol.KIND_CREDITED));
        for (int i = 0; i < Message.WORDS; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, message.words()[i]);
        }
        if (data != null && loan != null) {
            frame.setWord(RuntimeProtocol.GRANT_WORD, message.dataBytes());
            frame.setWord(RuntimeProtocol.GRANT_WORD + 1, (int) (data.address() + message.dataOffset()));
            frame.setWord(RuntimeProtocol.GRANT_WORD + 2, (int) loan.grant);
            frame.setWord(RuntimeProtocol.GRANT_WORD + 3, (int) (loan.grant >>> Integer.SIZE));
        }
        way.post();
        int[] counts = unanswered[index];
        if (counts != null) {
            counts[instance]++;
        }
        return true;
    }

    /** Sends an operation on memory of the peer's card; the answer is a reply. */
    boolean ask(Route owner, int cookie, int[] operation) {
        FrameRoute way = way(index(owner));
        MessageFrame frame = way == null ? null : way.open();
        if (way == null || frame == null) {
            return false;
        }
        frame.header(RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, way.initiator(), way.target());
        frame.contexts(cookie, RuntimeProtocol.controlWord(0, 0, RuntimeProtocol.KIND_MEMORY));
        for (int i = 0; i < Message.WORDS; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, operation[i]);
        }
        way.post();
        return true;
    }

    // --- data

    private @Nullable Loan freeLoan() {
        for (Loan loan : loans) {
            if (loan.lease == null) {
                return loan;
            }
        }
        return null;
    }

    private int numberOf(Loan loan) {
        int number = 0;
        while (loans[number] != loan) {
            number++;
        }
        return number;
    }

    /** Lets the peer's card, and nobody else, read the bytes, and nothing beside them. */
    private boolean lend(Loan loan, Lease data, CardMessage message, int index, FrameRoute way) {
        CardMemory.Block block = data.block();
        loan.grant = GrantTable.NONE;
        if (block != null) {
            try {
                loan.grant = place.bus().grants().grant(block.region(), block.offset() + message.dataOffset(), message.dataBytes(),
                    message.dataBytes(), 1, way.receiver(), false);
            } catch (IllegalStateException _) {
                // The card has given as many grants as it can: this is one of those who wait.
                return false;
            }
        }
        data.lend();
        loan.lease = data;
        loan.peer = index;
        loan.epoch = epochs[index];
        loan.session = sessions[index];
        loan.ending = false;
        lent++;
        return true;
    }

    private void endLoan(Loan loan) {
        revoke(loan);
        Lease lease = loan.lease;
        loan.lease = null;
        loan.session = null;
        lent--;
        if (lease != null) {
            lease.endLoan();
        }
    }

    private void revoke(Loan loan) {
        if (loan.grant != GrantTable.NONE) {
            place.bus().grants().revoke(loan.grant);
            loan.grant = GrantTable.NONE;
        }
    }

    // --- answers

    /** A peer has answered: its receiver has room again, and it has the data. */
    void onReply(MessageFrame reply, int[] words) {
        if ((reply.transactionContext() & 0xFF) == RuntimeProtocol.KIND_MEMORY) {
            if (reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS) {
                memory.asks().failed(reply.initiatorContext());
            } else {
                for (int i = 0; i < words.length; i++) {
                    words[i] = reply.wordOrZero(FrameMessages.ANSWER_WORD + i);
                }
                memory.asks().answeredByPeer(reply.initiatorContext(), words, 0);
            }
            return;
        }
        int cookie = reply.initiatorContext();
        int index = cookie >>> Byte.SIZE & 0xFF;
        int[] counts = unanswered[index];
        int number = (cookie >>> LOAN_SHIFT & 0xFF) - 1;
        if (number >= 0 && number < MAX_LOANS) {
            Loan loan = loans[number];
            if (loan.lease != null && loan.peer == index && loan.epoch == cookie >>> EPOCH_SHIFT) {
                endLoan(loan);
            }
        }
        if (epochs[index] == cookie >>> EPOCH_SHIFT && counts != null && counts[cookie & 0xFF] > 0) {
            counts[cookie & 0xFF]--;
            refused += reply.isFail() || reply.requestStatus() != RequestStatus.SUCCESS ? 1 : 0;
        }
    }

    /** Ends what was lent to peers that are gone, once they cannot read it any more. */
    int doWork() {
        int ended = 0;
        for (int i = 0; lent > 0 && i < MAX_LOANS; i++) {
            Loan loan = loans[i];
            if (loan.lease == null) {
                continue;
            }
            PeerKey key = peers[loan.peer];
            if (!loan.ending && (key == null || place.peer(key.iopId, key.tid) == null || sessions[loan.peer] != loan.session
                || epochs[loan.peer] != loan.epoch)) {
                revoke(loan);
                revocations.begin();
                loan.ending = true;
            }
            PeerSession session = loan.session;
            if (loan.ending && revocations.isPassed() && (session == null || session.isOver())) {
                endLoan(loan);
                ended++;
            }
        }
        return ended;
    }

    int lent() {
        return lent;
    }

    void reset() {
        for (int i = 0; i < MAX_PEERS; i++) {
            forgetPeer(i);
        }
    }
}
