package dev.spine.iop.bus;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The DMA engine of one bus agent: checks transfers, moves their bytes chunk by chunk, and enters them in the bus agent's account.
 *
 * <p>Used by the engine that runs the bus agent's agent, through {@code AgentContext.submit}: live, all chunks at once on the agent's
 * thread; modelled, one event per chunk. A transfer is checked as a whole before its first byte moves; its grant is checked again before
 * every chunk of at most {@link #CHUNK_BYTES}, so a revocation stops it between chunks. When regions come or go in the meantime, the whole
 * transfer is checked again.
 *
 * <p>Here, and in no module, is decided what a scatter-gather list may name: memory to which the bus agent has a right from which the list
 * comes ({@link Transfer#fromMemoryOf}, {@link Transfer#intoMemoryOf}), beside the bus agent of this engine.
 */
public final class DmaEngine {
    /** The most bytes that move between two looks at the grant. */
    public static final int CHUNK_BYTES = 64 * 1024;

    private final Bus bus;
    private final BusAgent busAgent;
    private final Account account;
    private final HeldGrant held;
    /** The regions of the run that was checked last, and whether the bus agent has a right to them without a grant. */
    private @Nullable Region lastSource;
    private @Nullable Region lastDestination;
    private boolean maySource;
    private boolean mayDestination;
    /** The region that was named from outside last, by whom and for what, and whether it may be. */
    private @Nullable Region lastNamed;
    private int lastNamer;
    private boolean lastNamedForReading;
    private boolean mayName;
    /** Whether the transfer that was checked last goes from one region to one region. */
    private boolean straight;
    /** The version of the bus to which the last regions, and the last check, belong. */
    private int seenVersion;
    /** Raised by every reset of the bus agent; transfers of earlier lives end where they are. */
    private int life;

    /**
     * The engine of a bus agent.
     *
     * @param bus the node's bus
     * @param busAgent who initiates
     */
    public DmaEngine(Bus bus, BusAgent busAgent) {
        this.bus = bus;
        this.busAgent = busAgent;
        this.account = bus.account(busAgent);
        this.held = new HeldGrant(bus.grants(), busAgent);
    }

    /** {@return the bus agent that initiates} */
    public BusAgent busAgent() {
        return busAgent;
    }

    public Bus bus() {
        return bus;
    }

    /** {@return the account of the bus agent} */
    public Account account() {
        return account;
    }

    /**
     * Takes over a transfer from its user. Called when it is submitted, before {@link #admit}.
     *
     * @param transfer prepared runs
     * @throws IllegalStateException when it is on its way already: a defect of its user
     */
    public void accept(Transfer transfer) {
        transfer.depart(life);
    }

    /**
     * The bus agent is reset: of no transfer that is in flight another byte moves, and each completes as {@link
     * Transfer.Outcome#CANCELLED}. On the thread of the bus agent's agent.
     *
     * <p>Source: PCI Local Bus Specification 2.2, RST# and the bus master bit: a function that was reset does not drive the bus.
     */
    public void reset() {
        life++;
    }

    /**
     * Checks every run of a transfer. A transfer without runs is valid and moves nothing.
     *
     * @param transfer what to check
     * @return true when it may start; otherwise its outcome says why not, it is counted as refused unless it was cancelled, and must be
     *     completed as it is
     */
    public boolean admit(Transfer transfer) {
        if (transfer.isCancelled(life)) {
            transfer.end(Transfer.Outcome.CANCELLED);
            return false;
        }
        int version = bus.version();
        if (version != seenVersion) {
            lastSource = null;
            lastDestination = null;
            lastNamed = null;
            seenVersion = version;
        }
        transfer.checkedAt(version);
        BusAgent namer = transfer.namer();
        boolean granted = isUnderLiveGrant(transfer);
        int changes = 0;
        long total = 0;
        for (int run = 0; run < transfer.runs(); run++) {
            int bytes = transfer.length(run);
            long from = transfer.source(run);
            long to = transfer.destination(run);
            if (!lastHas(lastSource, from, bytes)) {
                lastSource = find(from, bytes);
                maySource = lastSource != null && lastSource.admits(busAgent, false);
                changes += run;
            }
            if (!lastHas(lastDestination, to, bytes)) {
                lastDestination = find(to, bytes);
                mayDestination = lastDestination != null && lastDestination.admits(busAgent, true);
                changes += run;
            }
            Region source = lastSource;
            Region destination = lastDestination;
            if (source == null || destination == null) {
                return refuse(transfer, Transfer.Outcome.OUT_OF_REGION);
            }
            if (!maySource && !(granted && held.covers(source, from, bytes, false))
                || !mayDestination && !(granted && held.covers(destination, to, bytes, true))) {
                return refuse(transfer, refusalReason(transfer));
            }
            if (namer != null && !mayName(namer, transfer.namesSources() ? source : destination, transfer.namesSources())) {
                return refuse(transfer, Transfer.Outcome.NO_RIGHT);
            }
            total += bytes;
        }
        straight = changes == 0 && total <= Integer.MAX_VALUE;
        return true;
    }

    /** Whether a bus agent that has named memory in a list has itself a right to it. */
    private boolean mayName(BusAgent namer, Region region, boolean forReading) {
        if (region != lastNamed || namer.id() != lastNamer || forReading != lastNamedForReading) {
            lastNamed = region;
            lastNamer = namer.id();
            lastNamedForReading = forReading;
            mayName = region.admits(namer, !forReading);
        }
        return mayName;
    }

    private boolean isUnderLiveGrant(Transfer transfer) {
        long grant = transfer.grant();
        if (grant == GrantTable.NONE) {
            return false;
        }
        held.hold(grant);
        return held.isLive();
    }

    private Transfer.Outcome refusalReason(Transfer transfer) {
        return transfer.grant() != GrantTable.NONE && !bus.grants().isValid(transfer.grant())
            ? Transfer.Outcome.REVOKED : Transfer.Outcome.NO_RIGHT;
    }

    private boolean refuse(Transfer transfer, Transfer.Outcome why) {
        transfer.end(why);
        account.transferRefused();
        return false;
    }

    private static boolean lastHas(@Nullable Region last, long address, int bytes) {
        return last != null && bytes > 0 && last.contains(address, bytes);
    }

    private @Nullable Region find(long address, int bytes) {
        return bytes < 1 ? null : bus.find(address, bytes);
    }

    private @Nullable Region find(long address, int bytes, @Nullable Region last) {
        return lastHas(last, address, bytes) ? last : find(address, bytes);
    }

    /**
     * {@return what the next {@link #moveChunk} will move; for {@link #chunkBytes} and {@link #crossingBytes}}
     *
     * @param transfer an admitted transfer
     */
    public long nextChunk(Transfer transfer) {
        int bytes = 0;
        int crossing = 0;
        int offset = transfer.nextOffset();
        for (int run = transfer.nextRun(); run < transfer.runs() && bytes < CHUNK_BYTES; run++) {
            int part = Math.min(transfer.length(run) - offset, CHUNK_BYTES - bytes);
            Region source = find(transfer.source(run) + offset, part, lastSource);
            Region destination = find(transfer.destination(run) + offset, part, lastDestination);
            if (source == null || destination == null || source.owner().id() != destination.owner().id()) {
                crossing += part;
            }
            bytes += part;
            offset = 0;
        }
        return (long) bytes << Integer.SIZE | crossing;
    }

    /**
     * {@return the bytes that a chunk moves: at most {@link #CHUNK_BYTES}}
     *
     * @param chunk as {@link #nextChunk} has it
     */
    public static int chunkBytes(long chunk) {
        return (int) (chunk >>> Integer.SIZE);
    }

    /**
     * {@return how many bytes of a chunk cross the bus: those of runs between different bus agents}
     *
     * @param chunk as {@link #nextChunk} has it
     */
    public static int crossingBytes(long chunk) {
        return (int) chunk;
    }

    /**
     * {@return the bytes of the next chunk that cross the bus, with what is moved beside a run that does not begin and end at multiples of
     * an alignment: at whichever of its ends it is more}
     *
     * @param transfer an admitted transfer
     * @param alignment at least 1
     */
    public int nextChunkCrossingBytes(Transfer transfer, int alignment) {
        int bytes = 0;
        long crossing = 0;
        int offset = transfer.nextOffset();
        for (int run = transfer.nextRun(); run < transfer.runs() && bytes < CHUNK_BYTES; run++) {
            int part = Math.min(transfer.length(run) - offset, CHUNK_BYTES - bytes);
            long from = transfer.source(run) + offset;
            long to = transfer.destination(run) + offset;
            if (ownerOf(from, part, lastSource) != ownerOf(to, part, lastDestination)) {
                crossing += Math.max(span(from, part, alignment), span(to, part, alignment));
            }
            bytes += part;
            offset = 0;
        }
        return (int) Math.min(crossing, Integer.MAX_VALUE);
    }

    private static long span(long address, int bytes, int alignment) {
        long end = (address + bytes + alignment - 1) / alignment * alignment;
        return end - address / alignment * alignment;
    }

    /** The id of the bus agent whose memory it is; none of a bus agent where there is no region. */
    private int ownerOf(long address, int bytes, @Nullable Region last) {
        Region region = find(address, bytes, last);
        return region == null ? -1 : region.owner().id();
    }

    /**
     * {@return between which bus agents the next chunk crosses the bus, by its first run that does; for {@link #routeSource} and
     * {@link #routeDestination}}. Where a region has gone it is this engine's bus agent, or the host.
     *
     * @param transfer an admitted transfer
     */
    public long nextChunkRoute(Transfer transfer) {
        int bytes = 0;
        int offset = transfer.nextOffset();
        for (int run = transfer.nextRun(); run < transfer.runs() && bytes < CHUNK_BYTES; run++) {
            int part = Math.min(transfer.length(run) - offset, CHUNK_BYTES - bytes);
            int from = ownerOf(transfer.source(run) + offset, part, lastSource);
            int to = ownerOf(transfer.destination(run) + offset, part, lastDestination);
            if (from < 0 || from != to) {
                return (long) (from < 0 ? busAgent.id() : from) << Integer.SIZE | (to < 0 ? BusAgent.HOST_ID : to);
            }
            bytes += part;
            offset = 0;
        }
        return (long) busAgent.id() << Integer.SIZE | BusAgent.HOST_ID;
    }

    /**
     * {@return the id of the bus agent that bytes come from}
     *
     * @param route as {@link #nextChunkRoute} has it
     */
    public static int routeSource(long route) {
        return (int) (route >>> Integer.SIZE);
    }

    /**
     * {@return the id of the bus agent that bytes go to}
     *
     * @param route as {@link #nextChunkRoute} has it
     */
    public static int routeDestination(long route) {
        return (int) route;
    }

    /**
     * Moves the next chunk and enters it in the account.
     *
     * @param transfer an admitted transfer
     * @return true when the transfer has ended, with its outcome set; false when there is a further chunk
     */
    public boolean moveChunk(Transfer transfer) {
        try {
            return moveNextChunk(transfer);
        } catch (InternalError e) {
            return backingGone(transfer);
        }
    }

    /**
     * The memory behind a region does not answer: a mapped file was cut, its disk is full, or whoever provided the memory took it away. The
     * virtual machine says so by this error at the access.
     */
    private boolean backingGone(Transfer transfer) {
        refuse(transfer, Transfer.Outcome.OUT_OF_REGION);
        return true;
    }

    private boolean moveNextChunk(Transfer transfer) {
        if (transfer.isCancelled(life)) {
            transfer.end(Transfer.Outcome.CANCELLED);
            return true;
        }
        if (transfer.grant() != GrantTable.NONE && !isUnderLiveGrant(transfer)) {
            refuse(transfer, Transfer.Outcome.REVOKED);
            return true;
        }
        // Regions have come or gone since the transfer was checked.
        if (bus.version() != transfer.checkedVersion() && !admit(transfer)) {
            return true;
        }
        int run = transfer.nextRun();
        int offset = transfer.nextOffset();
        int room = CHUNK_BYTES;
        int count = transfer.runs();
        while (run < count && room > 0) {
            int left = transfer.length(run) - offset;
            int bytes = Math.min(left, room);
            if (!copy(transfer.source(run) + offset, transfer.destination(run) + offset, bytes)) {
                transfer.advanceTo(run, offset, CHUNK_BYTES - room);
                refuse(transfer, Transfer.Outcome.OUT_OF_REGION);
                return true;
            }
            room -= bytes;
            if (bytes == left) {
                run++;
                offset = 0;
            } else {
                offset += bytes;
            }
        }
        transfer.advanceTo(run, offset, CHUNK_BYTES - room);
        if (run < count) {
            return false;
        }
        transfer.end(Transfer.Outcome.DONE);
        account.transferDone();
        return true;
    }

    /**
     * Moves a transfer whose check has just left its two regions here, looking at the grant and the regions before every chunk as
     * {@link #moveChunk} does; false when they have changed, and the rest has to go the long way.
     */
    private boolean moveStraight(Transfer transfer) {
        Region source = lastSource;
        Region destination = lastDestination;
        if (source == null || destination == null) {
            return false;
        }
        MemorySegment from = source.memory();
        MemorySegment to = destination.memory();
        boolean granted = transfer.grant() != GrantTable.NONE;
        int count = transfer.runs();
        int total = 0;
        int room = 0;
        for (int run = 0; run < count; run++) {
            int left = transfer.length(run);
            long fromAt = transfer.source(run) - source.base();
            long toAt = transfer.destination(run) - destination.base();
            while (left > 0) {
                if (room == 0) {
                    if (bus.version() != seenVersion || granted && !held.isLive()) {
                        account.data(source.owner().id(), destination.owner().id(), total);
                        transfer.advanceTo(run, transfer.length(run) - left, total);
                        return false;
                    }
                    room = CHUNK_BYTES;
                }
                int bytes = Math.min(left, room);
                MemorySegment.copy(from, fromAt, to, toAt, bytes);
                fromAt += bytes;
                toAt += bytes;
                left -= bytes;
                room -= bytes;
                total += bytes;
            }
        }
        account.data(source.owner().id(), destination.owner().id(), total);
        transfer.advanceTo(count, 0, total);
        transfer.end(Transfer.Outcome.DONE);
        account.transferDone();
        return true;
    }

    private boolean copy(long from, long to, int bytes) {
        Region source = find(from, bytes, lastSource);
        Region destination = find(to, bytes, lastDestination);
        if (source == null || destination == null) {
            return false;
        }
        MemorySegment.copy(source.memory(), from - source.base(), destination.memory(), to - destination.base(), bytes);
        account.data(source.owner().id(), destination.owner().id(), bytes);
        return true;
    }

    /**
     * Enters programmed I/O in the account: words that the bus agent's processor wrote into, or read from, another bus agent. What stays
     * within the bus agent does not cross the bus and is not entered.
     *
     * @param target the bus agent on the other side
     * @param bytes how many
     * @return whether it crosses the bus
     */
    public boolean enterProgrammedIo(BusAgent target, int bytes) {
        if (target.id() == busAgent.id()) {
            return false;
        }
        account.control(target, bytes);
        return true;
    }

    /**
     * Carries out a whole transfer at once; the caller delivers it to its completion list.
     *
     * @param transfer prepared runs
     * @throws IllegalStateException when it is on its way already: a defect of its user
     */
    public void run(Transfer transfer) {
        accept(transfer);
        try {
            if (admit(transfer) && !(straight && moveStraight(transfer))) {
                boolean ended;
                do {
                    ended = moveNextChunk(transfer);
                } while (!ended);
            }
        } catch (InternalError e) {
            backingGone(transfer);
        }
    }
}
