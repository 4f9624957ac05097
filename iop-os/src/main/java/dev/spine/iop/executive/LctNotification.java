package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * ExecLctNotify: the logical configuration table, at once, or when it has changed.
 *
 * <p>A request with a change indicator waits until the table's indicator has reached it. Some drivers send the same low value again as
 * fast as replies come, so such replies are paced.
 */
final class LctNotification implements ExecutiveHandler {
    private static final int FIXED_WORDS = 6;
    private static final int MAX_WAITING = 16;
    /** The least time between two replies to requests that wait for a change. */
    static final long PACE_NS = 100_000_000;

    /** A request that waits for a change. */
    private record Waiting(KernelRequest request, int senderId, int initiatorContext, int classIdentifier, int changeIndicator) {}

    private final IopKernel kernel;
    private final RequestBuffers buffers;
    private final ConfigurationTable configuration;
    private final Set<Tolerance> tolerances;
    private final List<Waiting> waiting = new ArrayList<>();
    private long nextAnswerNs = Long.MIN_VALUE;
    /** The indicator for which nothing that waits is due; saves looking again. */
    private int checkedIndicator;

    LctNotification(IopKernel kernel, RequestBuffers buffers, ConfigurationTable configuration, Set<Tolerance> tolerances) {
        this.kernel = kernel;
        this.buffers = buffers;
        this.configuration = configuration;
        this.tolerances = tolerances;
    }

    @Override
    public int function() {
        return Function.EXEC_LCT_NOTIFY;
    }

    @Override
    public Set<IopState> states() {
        return INITIALISED;
    }

    @Override
    public void onMessage(KernelRequest request) {
        ExecLctNotify asked = ExecLctNotify.KIND.parse(request.frame());
        if (asked.lastReportedChangeIndicator() == 0) {
            answer(request, asked.classIdentifier());
            return;
        }
        Waiting next = new Waiting(request, request.sender().id(), request.frame().initiatorContext(), asked.classIdentifier(),
            asked.lastReportedChangeIndicator());
        // One may wait per initiator context: another takes its place.
        for (Waiting other : List.copyOf(waiting)) {
            if (other.senderId == next.senderId && other.initiatorContext == next.initiatorContext) {
                waiting.remove(other);
                ExecutiveAnswers.status(other.request, RequestStatus.ABORT_NO_DATA_TRANSFER, DetailedStatus.SUCCESS);
            }
        }
        if (waiting.size() >= MAX_WAITING) {
            ExecutiveAnswers.of(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
            return;
        }
        waiting.add(next);
        checkedIndicator = 0;
    }

    private void answer(KernelRequest request, int classIdentifier) {
        TableReply.answer(request, buffers, FIXED_WORDS, configuration.table().matching(classIdentifier));
    }

    private boolean isDue(Waiting candidate) {
        int order = Integer.compareUnsigned(kernel.directory().changeIndicator(), candidate.changeIndicator);
        return tolerances.contains(Tolerance.STRICT_CHANGE_INDICATOR) ? order > 0 : order >= 0;
    }

    /** Answers requests whose change has come, in order of arrival; returns how many. */
    int answerDue(int limit) {
        if (waiting.isEmpty() || checkedIndicator == kernel.directory().changeIndicator()) {
            return 0;
        }
        int answered = 0;
        for (Waiting candidate : List.copyOf(waiting)) {
            if (!isDue(candidate)) {
                continue;
            }
            long nowNs = kernel.agent().nowNs();
            if (nowNs < nextAnswerNs) {
                kernel.agent().wakeAt(nextAnswerNs);
                return answered;
            }
            if (answered == limit) {
                return answered;
            }
            waiting.remove(candidate);
            answer(candidate.request, candidate.classIdentifier);
            answered++;
            if (waiting.stream().noneMatch(this::isDue)) {
                nextAnswerNs = nowNs + PACE_NS;
            }
        }
        checkedIndicator = kernel.directory().changeIndicator();
        return answered;
    }

    /** Ends requests that wait and that their initiator aborts; returns how many. */
    int abort(AbortSelection selection) {
        int aborted = 0;
        for (Waiting candidate : List.copyOf(waiting)) {
            if (selection.selects(candidate.request)) {
                waiting.remove(candidate);
                candidate.request.abort(RequestStatus.ABORT_NO_DATA_TRANSFER, DetailedStatus.SUCCESS);
                aborted++;
            }
        }
        return aborted;
    }

    int waitingCount() {
        return waiting.size();
    }

    /** Forgets what waits: the requests are dropped with all others. */
    void clear() {
        waiting.clear();
        nextAnswerNs = Long.MIN_VALUE;
    }
}
