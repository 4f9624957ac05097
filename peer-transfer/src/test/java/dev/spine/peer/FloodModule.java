package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Floods its peers with requests of several replies each, and answers theirs. Every exchange ends: completed, failed, or expired.
 *
 * <p>Request: word 4 how many replies are wanted, word 5 a number; reply: word 5 its index, word 6 the number plus the index.
 */
final class FloodModule implements DeviceModule {
    static final int FUNCTION = 0x80;
    private static final int MAX_REPLIES = 8;
    private static final int FUEL_OF_A_TURN = 250;

    /**
     * How a module behaves.
     *
     * @param requests how many to each peer
     * @param window how many outstanding at each peer
     * @param maxReplies of one request
     * @param slots of the outbox of each peer
     * @param maxServiceNs how long a request may be kept before it is answered
     * @param sendTimeoutNs of the outboxes
     * @param replyTimeoutNs after which an exchange has expired; 0 for never
     */
    record Habits(int requests, int window, int maxReplies, int slots, long maxServiceNs, long sendTimeoutNs, long replyTimeoutNs) {}

    /** One peer that this module floods. */
    private final class Flow {
        final int iopId;
        final int tid;
        final int index;
        final int[] generations;
        final int[] wanted;
        final int[] next;
        final long[] deadlines;
        final boolean[] busy;
        @Nullable PeerConnection connection;
        @Nullable PeerOutbox outbox;
        int started;
        int outstanding;

        Flow(int iopId, int tid, int index) {
            this.iopId = iopId;
            this.tid = tid;
            this.index = index;
            generations = new int[habits.window];
            wanted = new int[habits.window];
            next = new int[habits.window];
            deadlines = new long[habits.window];
            busy = new boolean[habits.window];
        }

        boolean isDone() {
            return started == habits.requests && outstanding == 0;
        }

        int advance() {
            PeerConnection.State state = connect();
            int work = expire() + outbox().doWork(1);
            if (work == 0 && state == PeerConnection.State.OPEN && started < habits.requests && outstanding < habits.window) {
                work += start();
            }
            return work;
        }

        private PeerConnection.State connect() {
            PeerConnection known = connection;
            boolean again = known != null && known.state() != PeerConnection.State.OPEN && known.state() != PeerConnection.State.OPENING;
            if (known == null || (again && !isDone() && context().agent().nowNs() >= retryNs)) {
                retryNs = context().agent().nowNs() + 50_000;
                PeerConnections peers = Objects.requireNonNull(context().service(PeerConnections.class));
                connection = peers.open(context().tid(), iopId, tid);
            }
            if (again && !isDone()) {
                context().agent().wakeAt(retryNs);
            }
            return Objects.requireNonNull(connection).state();
        }

        private PeerOutbox outbox() {
            PeerOutbox busAgent = outbox;
            if (busAgent == null) {
                busAgent = new PeerOutbox(context(), Objects.requireNonNull(connection), iopId, habits.sendTimeoutNs, habits.slots, 64,
                    (failure, preserved) -> end(preserved.transactionContext(), true));
                outbox = busAgent;
            }
            return busAgent;
        }

        private int start() {
            int slot = 0;
            while (busy[slot]) {
                slot++;
            }
            MessageFrame frame = outbox().open();
            if (frame == null) {
                return 0;
            }
            wanted[slot] = 1 + random().nextInt(habits.maxReplies);
            next[slot] = 0;
            busy[slot] = true;
            generations[slot] = generations[slot] + 1 & 0xFFFF;
            deadlines[slot] = habits.replyTimeoutNs == 0 ? Long.MAX_VALUE : context().agent().nowNs() + habits.replyTimeoutNs;
            int cookie = generations[slot] << 16 | index << 8 | slot;
            frame.header(6, 0, 0, FUNCTION, outbox().initiator(), outbox().target());
            frame.contexts(~cookie, cookie);
            frame.setWord(4, wanted[slot]);
            frame.setWord(5, cookie ^ 0x5A5A5A5A);
            outbox().post();
            started++;
            outstanding++;
            return 1;
        }

        private int expire() {
            long earliest = Long.MAX_VALUE;
            int work = 0;
            for (int slot = 0; slot < busy.length && outstanding > 0; slot++) {
                if (busy[slot] && deadlines[slot] <= context().agent().nowNs()) {
                    end(generations[slot] << 16 | index << 8 | slot, false);
                    expired++;
                    work++;
                } else if (busy[slot]) {
                    earliest = Math.min(earliest, deadlines[slot]);
                }
            }
            if (earliest != Long.MAX_VALUE) {
                context().agent().wakeAt(earliest);
            }
            return work;
        }

        void onReply(int slot, MessageFrame reply) {
            boolean last = (reply.flags() & MessageFlags.LAST) != 0;
            int cookie = generations[slot] << 16 | index << 8 | slot;
            boolean fits = reply.initiatorContext() == ~cookie && reply.wordOrZero(5) == next[slot]
                && reply.wordOrZero(6) == (cookie ^ 0x5A5A5A5A) + next[slot] && last == (next[slot] == wanted[slot] - 1);
            if (!fits) {
                wrongReplies++;
                return;
            }
            next[slot]++;
            repliesSeen++;
            if (last) {
                end(cookie, false);
                completed++;
            }
        }

        void abandon() {
            for (int slot = 0; slot < busy.length; slot++) {
                if (busy[slot]) {
                    end(generations[slot] << 16 | index << 8 | slot, true);
                }
            }
            outbox().clear();
        }
    }

    /** One request of a peer in work. */
    private static final class Work {
        final KernelRequest request;
        final int replies;
        final int number;
        final long notBeforeNs;
        int sent;

        Work(KernelRequest request, int replies, int number, long notBeforeNs) {
            this.request = request;
            this.replies = replies;
            this.number = number;
            this.notBeforeNs = notBeforeNs;
        }
    }

    private final Habits habits;
    private final List<Flow> flows = new ArrayList<>();
    private final List<Work> inWork = new ArrayList<>();
    private @Nullable DeviceContext context;
    private boolean enabled;
    private int turn;
    private long retryNs;
    long completed;
    long failed;
    long expired;
    long wrongReplies;
    long repliesSeen;
    long served;

    FloodModule(Habits habits) {
        this.habits = habits;
    }

    void flood(int iopId, int tid) {
        flows.add(new Flow(iopId, tid, flows.size()));
    }

    boolean isDone() {
        return flows.stream().allMatch(Flow::isDone);
    }

    /** How many exchanges were begun. */
    long started() {
        return flows.stream().mapToLong(flow -> flow.started).sum();
    }

    @Override
    public String toString() {
        return completed + " completed, " + failed + " failed, " + expired + " expired of " + started() + ", connections "
            + flows.stream().map(flow -> String.valueOf(flow.connection)).toList();
    }

    boolean isIdle() {
        return inWork.isEmpty();
    }

    private DeviceContext context() {
        return Objects.requireNonNull(context);
    }

    private SplittableRandom random() {
        return context().agent().random();
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("flood", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 3, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    @Override
    public void enable() {
        enabled = true;
    }

    @Override
    public void reset() {
        enabled = false;
        inWork.clear();
        for (Flow flow : flows) {
            if (flow.connection != null) {
                flow.abandon();
            }
        }
    }

    @Override
    public void onMessage(KernelRequest request) {
        int wanted = Math.clamp(request.frame().wordOrZero(4), 1, MAX_REPLIES);
        long kept = habits.maxServiceNs == 0 ? 0 : random().nextLong(habits.maxServiceNs);
        inWork.add(new Work(request, wanted, request.frame().wordOrZero(5), context().agent().nowNs() + kept));
    }

    @Override
    public void onReply(MessageFrame reply) {
        int cookie = reply.transactionContext();
        int slot = cookie & 0xFF;
        int index = cookie >>> 8 & 0xFF;
        Flow flow = index < flows.size() ? flows.get(index) : null;
        if (flow == null || slot >= habits.window || !flow.busy[slot] || flow.generations[slot] != cookie >>> 16) {
            wrongReplies++;
        } else if (reply.isFail() || reply.requestStatus() == RequestStatus.TRANSACTION_ERROR) {
            end(cookie, true);
        } else {
            flow.onReply(slot, reply);
        }
    }

    private void end(int cookie, boolean failure) {
        Flow flow = flows.get(cookie >>> 8 & 0xFF);
        int slot = cookie & 0xFF;
        if (flow.busy[slot] && flow.generations[slot] == cookie >>> 16) {
            flow.busy[slot] = false;
            flow.outstanding--;
            failed += failure ? 1 : 0;
        }
    }

    @Override
    public int doWork(int limit) {
        if (!enabled) {
            return 0;
        }
        int work = serve(limit);
        for (int i = 0; i < flows.size() && work < limit; i++) {
            turn = (turn + 1) % flows.size();
            work += flows.get(turn).advance();
        }
        if (work > 0) {
            context().agent().charge(Op.UNIT, FUEL_OF_A_TURN);
        }
        return work;
    }

    private int serve(int limit) {
        int work = 0;
        long now = context().agent().nowNs();
        for (int i = 0; i < inWork.size() && work < limit; i++) {
            Work item = inWork.get(i);
            if (item.notBeforeNs > now) {
                context().agent().wakeAt(item.notBeforeNs);
            } else if (answer(item)) {
                work++;
                if (item.sent == item.replies) {
                    inWork.remove(i--);
                    served++;
                }
            }
        }
        return work;
    }

    private boolean answer(Work item) {
        boolean last = item.sent == item.replies - 1;
        MessageFrame reply = last ? item.request.openReply() : item.request.openPartial();
        if (reply == null) {
            return false;
        }
        Replies.begin(item.request.frame(), reply, 7, last ? MessageFlags.FINAL_REPLY : MessageFlags.REPLY, 0);
        reply.setWord(4, 0);
        reply.setWord(5, item.sent);
        reply.setWord(6, item.number + item.sent);
        item.sent++;
        if (last) {
            item.request.sendReply();
        } else {
            item.request.sendPartial();
        }
        return true;
    }
}
