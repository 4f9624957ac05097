package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.param.DdmGroups;
import dev.spine.i2o.param.DdmType;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.Executive;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.executive.ExecutiveHandler;
import dev.spine.iop.executive.SystemTableListener;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transport between this IOP and the others of its node: opens connections for local modules, and answers the other IOPs that open
 * connections to them. Belongs to the IOP's agent.
 *
 * <p>Install it before the modules that use it: it registers IopConnect and ConnSetup with the IOP's executive and publishes
 * {@link PeerConnections}.
 */
public final class PeerTransport implements DeviceModule, PeerConnections, ExecutiveGroups {
    /** SubClassInfo of an intermediate service module. */
    private static final int ISM = 0x021;
    /** How many of the connections to unknown IOPs are remembered. */
    static final int MAX_UNRESOLVED = 64;

    private static final String REVISION = "1.5";

    private final PeerDirectory peers;
    private final PeerPort port;
    private final PeerSettings settings;
    private final List<PeerLink> links = new ArrayList<>();
    /** Connections to IOPs that were not in the system table when they were asked for. */
    private final List<Unresolved> unresolved = new ArrayList<>();
    private SystemTable table = new SystemTable(0, List.of());
    private @Nullable LinkEnvironment environment;
    private boolean pending;

    private record Unresolved(int iopId, OpenedConnection connection) {}

    /**
     * The transport of one IOP.
     *
     * @param peers where the node's IOPs find each other
     * @param port this IOP's entry in it
     * @param settings what the profile says
     */
    public PeerTransport(PeerDirectory peers, PeerPort port, PeerSettings settings) {
        this.peers = peers;
        this.port = port;
        this.settings = settings;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("peers", ClassId.standard(DeviceClass.DDM).word(), ISM, 0x53_50_49_4E_45_50_54_31L, 0, "Spine peers");
    }

    @Override
    public void attach(DeviceContext context) {
        environment = new LinkEnvironment(context, peers, port, settings);
        context.agent().consumes(port.arrivals());
        context.publish(PeerConnections.class, this);
        Executive executive = context.service(Executive.class);
        if (executive != null) {
            executive.handlers().register(new ForPeers(Function.EXEC_IOP_CONNECT, this::onIopConnect));
            executive.handlers().register(new ForPeers(Function.EXEC_CONN_SETUP, this::onConnSetup));
            executive.lifeCycle().addListener(new Listener());
        }
    }

    /** Adds the groups of the DDM class: it is a module that stacks on others, without an adapter of its own. */
    @Override
    public void addTo(ParameterSet set) {
        set.add(new ScalarValues(DdmGroups.TYPE).number("DdmType", DdmType.INTERMEDIATE));
        set.add(new ScalarValues(DdmGroups.IDENTITY).number("DdmTID", here().device().tid()).text("ModuleName", description().name())
            .text("ModuleRevLevel", REVISION));
    }

    /** One of the executive's functions that only other IOPs ask. */
    private record ForPeers(int function, Consumer<KernelRequest> action) implements ExecutiveHandler {
        @Override
        public void onMessage(KernelRequest request) {
            action.accept(request);
        }
    }

    /** What the executive tells. */
    private final class Listener implements SystemTableListener {
        @Override
        public void onSystemTable(SystemTable given, int ownIopId) {
            PeerTransport.this.onSystemTable(given);
        }

        @Override
        public void onPathReset(int iopId) {
            resetPath(iopId);
        }

        @Override
        public void onReply(MessageFrame reply) {
            onExecutiveReply(reply);
        }

        @Override
        public void onCleared() {
            // The executive resets every module first, this one too.
        }
    }

    /** The host has reset the path to an IOP: what lies between the two ends. */
    void resetPath(int iopId) {
        PeerLink link = linkTo(iopId);
        if (link != null) {
            link.end("the host has reset the path");
            pending = true;
        }
    }

    private LinkEnvironment here() {
        return Objects.requireNonNull(environment, "attach comes first");
    }

    /** Connections that are remembered although the system table names no IOP for them. */
    int unresolved() {
        return unresolved.size();
    }

    /** Connections to other IOPs that were asked for here, ended ones included. */
    int connections() {
        return links.stream().mapToInt(link -> link.connections().size()).sum();
    }

    // --- the modules of this IOP

    @Override
    public @Nullable PeerConnection find(int localTid, int iopId, int remoteTid) {
        PeerLink link = linkTo(iopId);
        PeerConnection found = link == null ? null : link.find(localTid, remoteTid);
        return found != null ? found : findUnresolved(localTid, iopId, remoteTid);
    }

    private @Nullable OpenedConnection findUnresolved(int localTid, int iopId, int remoteTid) {
        for (Unresolved entry : unresolved) {
            if (entry.iopId() == iopId && entry.connection().joins(localTid, remoteTid)) {
                return entry.connection();
            }
        }
        return null;
    }

    @Override
    public PeerConnection open(int localTid, int iopId, int remoteTid) {
        PeerLink link = linkTo(iopId);
        if (link != null) {
            pending = true;
            // The module that asks may do no work in this step, and so cause no further one.
            here().agent().wakeAt(here().agent().nowNs());
            return link.open(localTid, remoteTid);
        }
        OpenedConnection connection = findUnresolved(localTid, iopId, remoteTid);
        if (connection == null) {
            connection = new OpenedConnection(localTid, remoteTid);
            if (unresolved.size() == MAX_UNRESOLVED) {
                unresolved.removeFirst();
            }
            unresolved.add(new Unresolved(iopId, connection));
        }
        here().device().counters().increment(Counter.CONNECTIONS_REFUSED);
        connection.ended(PeerConnection.State.REFUSED, "the system table names no IOP " + iopId + " that can be reached");
        return connection;
    }

    // Asked for with each message to a peer: without an iterator for each.
    @SuppressWarnings("ForLoopReplaceableByForEach")
    private @Nullable PeerLink linkTo(int iopId) {
        if (iopId == 0) {
            // Links whose IOP has no number (any more) have this one.
            return null;
        }
        for (int i = 0; i < links.size(); i++) {
            PeerLink link = links.get(i);
            if (link.iopId() == iopId) {
                return link;
            }
        }
        for (SystemTable.Entry entry : table.entries()) {
            PeerPort found = entry.iopId() == iopId ? peers.at(entry.inboundPortAddress()) : null;
            if (found != null && found != port) {
                PeerLink link = linkTo(found);
                link.iopId(iopId);
                return link;
            }
        }
        return null;
    }

    private PeerLink linkTo(PeerPort found) {
        for (PeerLink link : links) {
            if (link.port() == found) {
                return link;
            }
        }
        PeerLink link = new PeerLink(here(), found);
        links.add(link);
        return link;
    }

    private @Nullable PeerLink linkTo(BusAgent busAgent) {
        for (PeerLink link : links) {
            if (link.port().busAgent().id() == busAgent.id()) {
                return link;
            }
        }
        return null;
    }

    // --- the executive

    /** The host has set the system table. IOPs that it names no longer, or with another number, are left. */
    void onSystemTable(SystemTable given) {
        table = given;
        unresolved.clear();
        for (PeerLink link : links) {
            int number = numberOf(link.port());
            if (number != link.iopId()) {
                if (link.iopId() != 0) {
                    link.end("the system table has changed");
                }
                link.iopId(number);
                pending = true;
            }
        }
    }

    private int numberOf(PeerPort found) {
        for (SystemTable.Entry entry : table.entries()) {
            if (entry.inboundPortAddress() == found.address()) {
                return entry.iopId();
            }
        }
        return 0;
    }

    /** IopConnect for this IOP's executive; ends the request. */
    void onIopConnect(KernelRequest request) {
        PeerLink link = linkTo(request.sender());
        if (link == null) {
            // Only the host and this IOP itself have frames without a session: neither is a peer.
            refuse(request);
        } else {
            link.inbound().onIopConnect(request, numberOf(link.port()));
        }
    }

    /** ConnSetup for this IOP's executive; ends the request. */
    void onConnSetup(KernelRequest request) {
        PeerLink link = linkTo(request.sender());
        if (link == null) {
            refuse(request);
        } else {
            link.inbound().onConnSetup(request);
        }
    }

    private static void refuse(KernelRequest request) {
        Replies.transactionError(request.frame(), request.openReply(), DetailedStatus.INVALID_INITIATOR_ADDRESS, 4);
        request.sendReply();
    }

    /** A reply of another IOP's executive to this IOP's. */
    void onExecutiveReply(MessageFrame reply) {
        AliasEntry row = here().iop().connection(reply.target());
        PeerLink link = row == null ? null : linkTo(row.remote());
        if (link != null) {
            link.onReply(reply);
            pending = true;
        }
    }

    // --- the IOP's kernel

    @Override
    public void reset() {
        endAll("this IOP was reset");
        table = new SystemTable(0, List.of());
        unresolved.clear();
        for (PeerLink link : links) {
            link.iopId(0);
        }
    }

    private void endAll(String why) {
        for (PeerLink link : links) {
            link.end(why);
        }
        pending = true;
    }

    @Override
    public void onMessage(KernelRequest request) {
        Replies.transactionError(request.frame(), request.openReply(), DetailedStatus.UNKNOWN_FUNCTION, 7);
        request.sendReply();
    }

    @Override
    public int doWork(int limit) {
        here().agent().charge(Op.POLL_PEER);
        int work = 0;
        while (work < limit) {
            LinkNotice notice = port.arrivals().poll();
            if (notice == null) {
                break;
            }
            work++;
            onNotice(notice);
        }
        return pending && work < limit ? work + advance() : work;
    }

    private void onNotice(LinkNotice notice) {
        PeerPort sender = notice.sender();
        if (sender == port) {
            for (PeerLink link : links) {
                link.onNoticeReturned(notice);
            }
        } else {
            PeerLink link = linkTo(sender);
            if (link.iopId() == 0) {
                link.iopId(numberOf(sender));
            }
            link.onNotice(notice);
        }
        pending = true;
    }

    private int advance() {
        boolean operational = here().iop().state() == IopState.OPERATIONAL;
        int work = 0;
        boolean more = false;
        for (PeerLink link : links) {
            work += link.advance(operational);
            more |= link.isPending();
        }
        pending = more;
        return work;
    }
}
