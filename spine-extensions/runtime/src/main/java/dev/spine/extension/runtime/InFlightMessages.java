package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.RevocationFence;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.peer.PeerSession;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What this card keeps of messages to peers until they are answered: the data that are lent, and a copy for senders that want back what is
 * not taken. Preallocated; belongs to the card's agent.
 */
final class InFlightMessages {
    /** The most messages that something is kept of; a frame names one in 8 bits, of which 0 is none. */
    static final int ENTRIES = 192;
    /** The most of them with data. */
    static final int MAX_LOANS = 80;
    /** The most of one extension, beside one for each peer for which it has none. */
    static final int OF_ONE = 48;
    /** The most for one peer. */
    static final int OF_PEER = 40;
    /** So many are kept for peers for which there is none: nobody else can keep all messages from them. */
    static final int FOR_FIRST = 48;
    /** The most for all peers together that have not answered in time; one for each. */
    static final int OF_SILENT = 24;
    /** So many of those with data are kept for peers that have none to read. */
    static final int LOANS_FOR_FIRST = 32;
    /**
     * How long a peer that is there may take to answer; then a message comes back to its sender, whose data are its own again. It is looked
     * at when the card works, so that nothing wakes it for that alone.
     */
    static final long ANSWER_NS = 5_000_000_000L;

    /** One message. */
    static final class Entry {
        private final int number;
        /** Which use of the name it is: the late answer to an earlier one is not taken for that to a later one. */
        private int serial;
        private final int[] words = new int[Message.WORDS];
        private boolean used;
        private int peer;
        private int epoch;
        private @Nullable PeerSession session;
        private @Nullable Lease lease;
        /** What the pieces of the data after the first are of. */
        private final @Nullable Lease[] further = new Lease[OutgoingMessage.MAX_PIECES - 1];
        private int furtherCount;
        private long grant;
        /** Whether the peer may still read: it is gone, and its session is not over. */
        private boolean ending;
        private int sender;
        /** Whose the sender is, or was. */
        private int owner;
        /** Which handler of the sender gets it back, or 0. */
        private int handler;
        private int user;
        /** When it was sent. */
        private long sentNs;
        /** Which instance of the peer it is for. */
        private int receiver;
        /** Whether its peer was silent when it was sent. */
        private boolean isToSilent;
        /** How it stands with a message that was not answered in time. */
        private Overdue overdue = Overdue.NOT;
        /** Why it is on its way back. */
        private ReturnReason reason = ReturnReason.NONE;

        private Entry(int number) {
            this.number = number;
        }

        /** {@return by what a frame names it, 1 to 255} */
        int name() {
            return number + 1;
        }

        /** {@return which use of the name it is, 8 bits} */
        int serial() {
            return serial;
        }

        /** Says for which instance of the peer it is. */
        Entry receiver(int instance) {
            receiver = instance;
            return this;
        }

        /** {@return the token of the grant under which the peer reads} */
        long grant() {
            return grant;
        }
    }

    /** A message that is not answered in time ends for its sender. */
    private enum Overdue {
        NOT,
        /** The peer can read no more as soon as the fence has passed. */
        ENDING
    }

    /** Whether something is still what it was when a message was sent. */
    interface Peers {
        /** {@return whether a peer is there, in the epoch and session of then} */
        boolean isSame(int peer, int epoch, @Nullable PeerSession session);

        /** A message was not answered in time; it is not waited for any more, and its answer may still come. */
        default void isOverdue(int peer, int receiver) {
            // Who counts nothing has nothing to do.
        }

        /** {@return whether a peer has not answered a message in time, and none since} */
        default boolean isSilent(int peer) {
            return false;
        }
    }

    private final ExecutionEnvironment environment;
    private final Resident.Table residents;
    private final LocalRoutes local;
    private final RevocationFence revocations;
    /** No memory of the bus, so that a grant of it lets nobody read anything, and yet ends what is fetched under it. */
    private final Region onlyUntilRevoked;
    private final Entry[] entries = new Entry[ENTRIES];
    private final int[] free = new int[ENTRIES];
    private final int[] ofPeer = new int[PeerRoutes.MAX_PEERS];
    private final int[] ofSender = new int[CardLimits.MAX_INSTANCES + 1];
    /** Senders that have sent data. */
    private final boolean[] lends = new boolean[CardLimits.MAX_INSTANCES + 1];
    private int freeCount = ENTRIES;
    private long overdue;
    private int lent;
    private int toSilent;

    InFlightMessages(ExecutionEnvironment environment, Resident.Table residents, LocalRoutes local) {
        this.environment = environment;
        this.residents = residents;
        this.local = local;
        this.revocations = environment.agent().newFence();
        this.onlyUntilRevoked = new Region("what all may read", 0, 1, environment.busAgent(), Access.OWNER,
            MemorySegment.ofArray(new byte[1]));
        for (int i = 0; i < ENTRIES; i++) {
            entries[i] = new Entry(i);
            free[i] = ENTRIES - 1 - i;
        }
    }

    /** {@return messages that came back to their senders because a peer that is there has not answered them in time} */
    long overdue() {
        return overdue;
    }

    /** {@return messages whose data peers may read now} */
    int lent() {
        return lent;
    }

    /**
     * {@return whether something could be kept of one more message of an extension to a peer} An owner whom quotas bound may have as many
     * as he leaves for others: users who let their receivers wait, however many they are, must not hold those whom no quota bounds. An
     * extension that has all that it may can still send to a peer for which it has none: of cards that fall silent at once nobody knows it
     * at first, and they must not hold what it sends to the others.
     */
    boolean hasRoom(int sender, int peer) {
        return freeCount > 0 && (ofSender[sender] < OF_ONE || isFirst(sender, peer))
            && (ENTRIES - freeCount < freeCount || !isBounded(sender) || countOf(ownerOf(sender)) < freeCount);
    }

    private boolean isFirst(int sender, int peer) {
        if (ofPeer[peer] > 0) {
            for (Entry entry : entries) {
                if (entry.used && entry.sender == sender && entry.peer == peer) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * {@return whether something could be kept of one more message to a peer} However many peers are silent, something is left for the
     * others: what one holds is bounded, and of a silent one a single message at a time asks whether it answers again.
     */
    private boolean leavesOthers(int peer, Peers peers) {
        if (ofPeer[peer] == 0) {
            return freeCount > 0 && (toSilent < OF_SILENT || !peers.isSilent(peer));
        }
        return freeCount > FOR_FIRST && ofPeer[peer] < OF_PEER && !peers.isSilent(peer);
    }

    /** A message goes to a peer that is silent. */
    void asksSilent(Entry entry) {
        entry.isToSilent = true;
        toSilent++;
    }

    /** {@return whether the data of one more message to a peer could be lent, so that something is left for peers that have none} */
    private boolean leavesLoans(int peer) {
        return lent < MAX_LOANS - LOANS_FOR_FIRST || ofPeer[peer] == 0;
    }

    /** {@return whether the data of one more message of an extension could be lent} As many of an owner as he leaves for others. */
    private boolean canLend(int sender) {
        int left = MAX_LOANS - lent;
        return left > 0 && (lent < left || !isBounded(sender) || loansOf(ownerOf(sender)) < left);
    }

    /**
     * {@return whether an extension that has sent data can lend none to a peer now} Of one that has sent none nobody knows whether it will.
     */
    boolean isOutOfLoans(int sender, int peer, Peers peers) {
        return lends[sender] && !mayLend(sender, peer, peers);
    }

    /**
     * {@return whether the data of one more message of an extension to a peer can be lent} The one condition for both, what is promised and
     * what is lent.
     */
    boolean mayLend(int sender, int peer, Peers peers) {
        return mayKeep(sender, peer, peers) && canLend(sender) && leavesLoans(peer);
    }

    /** {@return whether something can be kept of one more message of an extension to a peer} */
    boolean mayKeep(int sender, int peer, Peers peers) {
        return hasRoom(sender, peer) && leavesOthers(peer, peers);
    }

    /** An extension has data for a peer: from now on it is not told that there is room when none could be lent. */
    void sendsData(int sender) {
        lends[sender] = true;
    }

    private int ownerOf(int sender) {
        Resident instance = residents.get(sender);
        return instance == null ? 0 : instance.owner();
    }

    private boolean isBounded(int sender) {
        Resident instance = residents.get(sender);
        return instance != null && instance.isBounded();
    }

    private int countOf(int owner) {
        int count = 0;
        for (Entry entry : entries) {
            count += entry.used && entry.owner == owner ? 1 : 0;
        }
        return count;
    }

    private int loansOf(int owner) {
        int count = 0;
        for (Entry entry : entries) {
            count += entry.lease != null && entry.owner == owner ? 1 : 0;
        }
        return count;
    }

    /** Keeps a message; there is room. */
    Entry take(int sender, int handler, MessageContent message, int peer, int epoch, @Nullable PeerSession session) {
        Entry entry = entries[free[--freeCount]];
        entry.used = true;
        entry.sender = sender;
        entry.owner = ownerOf(sender);
        entry.handler = handler;
        entry.peer = peer;
        entry.epoch = epoch;
        entry.session = session;
        entry.grant = GrantTable.NONE;
        entry.ending = false;
        entry.overdue = Overdue.NOT;
        entry.serial = entry.serial + 1 & 0xFF;
        entry.isToSilent = false;
        entry.receiver = 0;
        entry.sentNs = environment.agent().nowNs();
        entry.reason = ReturnReason.NONE;
        entry.user = message.user();
        System.arraycopy(message.words(), 0, entry.words, 0, Message.WORDS);
        ofSender[sender]++;
        ofPeer[peer]++;
        return entry;
    }

    /**
     * Lets the peer's card, and nobody else, read the data of a message, and nothing beside them; false when it cannot be now. Packets go
     * under a grant, too, which counts for all pieces: a peer that comes for them when they were given up finds nothing, and not what their
     * buffers hold then. Where a machine has its received packets in the host's memory, which all bus agents may read and of which only the
     * host gives grants, it is a grant of no bytes that counts for them.
     */
    boolean lend(Entry entry, Lease data, MessageContent message, FrameRoute route) {
        long address = data.address() + message.dataOffset();
        Region region = environment.bus().find(address, message.dataBytes());
        if (region == null) {
            // Memory of this processor alone, to which nothing leads over the bus.
            return false;
        }
        boolean isOwn = region.owner().id() == environment.busAgent().id();
        if (!isOwn && !(region.admits(environment.busAgent(), false) && region.admits(route.receiver(), false))) {
            // Memory of another bus agent, of which this one cannot give rights.
            return false;
        }
        try {
            GrantTable grants = environment.bus().grants();
            entry.grant = isOwn ? grants.grant(region, address - region.base(), message.dataBytes(), message.dataBytes(), 1,
                route.receiver(), false) : grants.grant(onlyUntilRevoked, 0, 1, 1, 1, route.receiver(), false);
        } catch (IllegalStateException _) {
            // The card has given as many grants as it can: this is one of those who wait.
            return false;
        }
        data.lend();
        entry.lease = data;
        for (int piece = 1; piece < message.pieces(); piece++) {
            Lease next = message.lease(piece);
            if (next != null) {
                next.lend();
                entry.further[entry.furtherCount++] = next;
            }
        }
        lent++;
        return true;
    }

    /** The message was not sent, or nothing of it is needed any more. */
    void putBack(Entry entry) {
        entry.reason = ReturnReason.NONE;
        ofSender[entry.sender]--;
        ofPeer[entry.peer]--;
        toSilent -= entry.isToSilent ? 1 : 0;
        entry.used = false;
        entry.session = null;
        free[freeCount++] = entry.number;
    }

    /**
     * The peer has answered the message of that name and use, if it is one to that peer in this epoch.
     *
     * @param reason why it was not taken
     * @return whether it was waited for
     */
    boolean answered(int name, int serial, int peer, int epoch, ReturnReason reason) {
        Entry entry = name < 1 || name > ENTRIES ? null : entries[name - 1];
        if (entry == null || !entry.used || entry.serial != serial || entry.peer != peer || entry.epoch != epoch
            || entry.reason != ReturnReason.NONE) {
            return false;
        }
        end(entry, reason);
        return true;
    }

    /** {@return whether a message to a peer may still be answered, or come back for want of that} */
    boolean isWaiting(int peer) {
        for (Entry entry : entries) {
            if (entry.used && entry.peer == peer && entry.reason == ReturnReason.NONE) {
                return true;
            }
        }
        return false;
    }

    private void end(Entry entry, ReturnReason reason) {
        endLoan(entry);
        entry.reason = reason;
        if (reason == ReturnReason.NONE || bringBack(entry)) {
            putBack(entry);
        }
    }

    private boolean bringBack(Entry entry) {
        return entry.handler == 0
            || local.bringBack(entry.sender, entry.handler, entry.user, entry.words, 0, entry.reason);
    }

    private void endLoan(Entry entry) {
        Lease lease = entry.lease;
        if (lease != null) {
            revoke(entry);
            entry.lease = null;
            lent--;
            while (entry.furtherCount > 0) {
                environment.agent().charge(Op.MESSAGE_PIECE);
                Lease next = entry.further[--entry.furtherCount];
                entry.further[entry.furtherCount] = null;
                if (next != null) {
                    next.endLoan();
                }
            }
            lease.endLoan();
        }
    }

    private void revoke(Entry entry) {
        if (entry.grant != GrantTable.NONE) {
            environment.bus().grants().revoke(entry.grant);
            entry.grant = GrantTable.NONE;
        }
    }

    /** A sender has left: nothing comes back to it. */
    void forget(int sender) {
        lends[sender] = false;
        for (int i = 0; ofSender[sender] > 0 && i < ENTRIES; i++) {
            Entry entry = entries[i];
            if (entry.used && entry.sender == sender) {
                entry.handler = 0;
                if (entry.reason != ReturnReason.NONE) {
                    putBack(entry);
                }
            }
        }
    }

    /** Brings back what could not be before, and ends what was lent to peers that are gone, once they cannot read it any more. */
    int doWork(Peers peers) {
        if (freeCount == ENTRIES) {
            return 0;
        }
        int ended = 0;
        long now = environment.agent().nowNs();
        int left = ENTRIES - freeCount;
        for (int i = 0; left > 0; i++) {
            Entry entry = entries[i];
            if (!entry.used) {
                continue;
            }
            left--;
            environment.agent().charge(Op.POLL_PEER);
            if (entry.reason != ReturnReason.NONE) {
                if (bringBack(entry)) {
                    putBack(entry);
                    ended++;
                }
            } else if (entry.overdue == Overdue.ENDING && !entry.ending) {
                if (revocations.isPassed()) {
                    overdue++;
                    if (peers.isSame(entry.peer, entry.epoch, entry.session)) {
                        peers.isOverdue(entry.peer, entry.receiver);
                    }
                    end(entry, ReturnReason.NO_ANSWER);
                    ended++;
                }
            } else if (entry.ending) {
                PeerSession session = entry.session;
                if (revocations.isPassed() && (session == null || session.isOver())) {
                    end(entry, ReturnReason.NO_ANSWER);
                    ended++;
                }
            } else if (!peers.isSame(entry.peer, entry.epoch, entry.session)) {
                revoke(entry);
                if (entry.lease != null) {
                    revocations.begin();
                }
                entry.ending = true;
            } else if (now - entry.sentNs > ANSWER_NS) {
                revoke(entry);
                if (entry.lease != null) {
                    revocations.begin();
                }
                entry.overdue = Overdue.ENDING;
            }
        }
        return ended;
    }
}
