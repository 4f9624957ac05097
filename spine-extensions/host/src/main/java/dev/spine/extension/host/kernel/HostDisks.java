package dev.spine.extension.host.kernel;

import dev.spine.extension.runtime.environment.EnvironmentDisks;
import dev.spine.host.block.BlockCompletion;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.block.WriteMode;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.ClaimType;
import dev.spine.peer.block.BlockOperation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The disks that extensions of the host use: each through a block OSM of the host, as a secondary user beside others. Requests that an OSM
 * cannot take wait here, in order for each disk. Belongs to the host's agent.
 */
final class HostDisks implements EnvironmentDisks {
    /** The most disks that extensions of the host have ever used. */
    static final int MAX_DISKS = 32;
    /** The most stores of all extensions. */
    static final int MAX_OPEN = 64;
    /** The most requests that have not ended. */
    static final int MAX_REQUESTS = 512;

    private static final int MAX_BYTES = 8 << 20;

    /** A request, from when it was taken until its end was told. */
    private final class Job implements BlockCompletion {
        private HostDisk.@Nullable Opened store;
        private BlockOperation operation = BlockOperation.READ;
        private long position;
        private long address;
        private int bytes;
        private @Nullable Object attachment;
        private long tag;
        private int requestStatus;
        private int detailedStatus;
        private int transferred;

        @Override
        public void onBlock(long cookie, BlockOutcome status, int done) {
            if (status.holdsMemory()) {
                // The device may still use the memory: this ends when it cannot any more.
                requestStatus = GONE;
                return;
            }
            requestStatus = requestStatusOf(status, done);
            detailedStatus = detailOf(status);
            transferred = done;
            ended.add(this);
            wake();
        }

        @Override
        public void onMemoryReleased(long cookie) {
            detailedStatus = 0;
            transferred = 0;
            ended.add(this);
            wake();
        }
    }

    private final HostAgent host;
    private final HostDriver driver;
    private final HostMemory memory;
    private final Listener listener;
    private final List<HostDisk> disks = new ArrayList<>();
    private final List<HostDisk.Opened> opened = new ArrayList<>();
    private final ArrayDeque<Job> free = new ArrayDeque<>(MAX_REQUESTS);
    private final ArrayDeque<Job> waiting = new ArrayDeque<>(MAX_REQUESTS);
    private final ArrayDeque<Job> ended = new ArrayDeque<>(MAX_REQUESTS);
    private int asking;

    HostDisks(HostAgent host, HostDriver driver, HostMemory memory, Listener listener) {
        this.host = host;
        this.driver = driver;
        this.memory = memory;
        this.listener = listener;
        for (int i = 0; i < MAX_REQUESTS; i++) {
            free.add(new Job());
        }
    }

    private void wake() {
        host.context().wakeAt(host.context().nowNs());
    }

    /** As a disk answers a card: the request status says how many bytes were moved, the detailed status why no more. */
    private static int requestStatusOf(BlockOutcome status, int done) {
        return switch (status) {
            case SUCCESS -> RequestStatus.SUCCESS;
            case GONE, CLOSED, IOP_RESET, NOT_DELIVERED, NO_ANSWER, IN_DOUBT -> GONE;
            case BUSY, REFUSED, NO_ROOM -> RequestStatus.TRANSACTION_ERROR;
            case ABORTED -> RequestStatus.ABORT_NO_DATA_TRANSFER;
            default -> done == 0 ? RequestStatus.ERROR_NO_DATA_TRANSFER : RequestStatus.ERROR_PARTIAL_TRANSFER;
        };
    }

    private static int detailOf(BlockOutcome status) {
        return switch (status) {
            case BUSY -> DetailedStatus.DEVICE_BUSY;
            case REFUSED -> DetailedStatus.INVALID_PARAMETER;
            case NO_ROOM -> DetailedStatus.INSUFFICIENT_RESOURCE_HARD;
            default -> status.detailedStatus();
        };
    }

    // --- disks

    @Override
    public @Nullable Disk open(Object user, int iopId, int tid) {
        dropLost();
        IopDriver iop = opened.size() == MAX_OPEN ? null : iop(iopId);
        if (iop == null) {
            return null;
        }
        HostDisk known = diskAt(iop, tid);
        HostDisk.Opened store = new HostDisk.Opened(user, iop, tid, known == null ? driver.configuration(iop) : null);
        if (known != null) {
            store.use(known);
        }
        opened.add(store);
        asking++;
        wake();
        return store;
    }

    private @Nullable IopDriver iop(int iopId) {
        for (IopDriver iop : driver.iops()) {
            if (driver.iopId(iop) == iopId) {
                return iop;
            }
        }
        return null;
    }

    private @Nullable HostDisk diskAt(IopDriver iop, int tid) {
        for (HostDisk known : disks) {
            if (known.isAt(iop, tid)) {
                return known;
            }
        }
        return null;
    }

    /** Finds out whether there is such a disk, which an extension may have made up: {@return whether that is known by now}. */
    private boolean find(HostDisk.Opened store) {
        if (store.disk() != null || !store.isAnswered()) {
            return store.disk() != null;
        }
        HostDisk disk = diskAt(store.iop(), store.tid());
        if (disk == null && store.isThere() && disks.size() < MAX_DISKS) {
            BlockSettings settings = BlockSettings.STANDARD.as(ClaimType.SECONDARY).withMaxTransfer(MAX_BYTES);
            disk = new HostDisk(new BlockOsm(host, driver, memory, store.iop(), store.tid(), settings));
            disks.add(disk);
        }
        if (disk == null) {
            store.refuse();
        } else {
            store.use(disk);
        }
        return true;
    }

    @Override
    public int count(Object user) {
        int count = 0;
        for (HostDisk.Opened store : opened) {
            count += store.user() == user && (!store.isNotified() || store.isOpen()) ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close(Object user) {
        for (Job job : waiting) {
            HostDisk.Opened store = job.store;
            if (store != null && store.user() == user) {
                job.requestStatus = GONE;
                job.detailedStatus = 0;
                job.transferred = 0;
                ended.add(job);
            }
        }
        waiting.removeIf(ended::contains);
        for (HostDisk.Opened store : List.copyOf(opened)) {
            if (store.user() == user) {
                drop(store);
            }
        }
        wake();
    }

    /** A store that was lost is not asked for anything any more: it takes no place, and its disk may be let go. */
    private void dropLost() {
        for (int i = opened.size() - 1; i >= 0; i--) {
            if (opened.get(i).isNotified() && !opened.get(i).isOpen()) {
                drop(opened.get(i));
            }
        }
    }

    private void drop(HostDisk.Opened store) {
        opened.remove(store);
        asking -= store.isNotified() ? 0 : 1;
        store.close();
    }

    // --- requests

    @Override
    public boolean submit(Disk disk, BlockOperation operation, long position, long address, int bytes, Object attachment, long tag) {
        Job job = free.peek();
        if (job == null || !(disk instanceof HostDisk.Opened store) || !store.isOpen()) {
            return false;
        }
        free.remove();
        job.store = store;
        job.operation = operation;
        job.position = position;
        job.address = address;
        job.bytes = bytes;
        job.attachment = attachment;
        job.tag = tag;
        job.requestStatus = RequestStatus.SUCCESS;
        waiting.add(job);
        wake();
        return true;
    }

    private int sendWaiting(int limit) {
        int work = 0;
        // Each once around, so that a disk that takes no more holds nobody else: who waits stays in order.
        for (int left = waiting.size(); left > 0; left--) {
            Job job = waiting.remove();
            if (work < limit && send(job)) {
                work++;
            } else {
                waiting.add(job);
            }
        }
        return work;
    }

    private static boolean send(Job job) {
        HostDisk.Opened store = job.store;
        HostDisk disk = store == null ? null : store.disk();
        if (disk == null || job.bytes > MAX_BYTES) {
            job.onBlock(0, BlockOutcome.REFUSED, 0);
            return true;
        }
        BlockOsm osm = disk.osm();
        return switch (job.operation) {
            case READ -> osm.read(job.position, job.bytes, (int) job.address, job, 0);
            case WRITE, WRITE_THROUGH -> osm.write(job.position, job.bytes, (int) job.address, WriteMode.THROUGH, job, 0);
            case FLUSH -> osm.flush(job, 0);
        };
    }

    private int notifyEnds(int limit) {
        int work = 0;
        while (work < limit && !ended.isEmpty() && listener.isReady()) {
            Job job = ended.remove();
            HostDisk.Opened store = job.store;
            Object attachment = job.attachment;
            job.store = null;
            job.attachment = null;
            free.add(job);
            if (store != null && attachment != null) {
                listener.onEnd(store.user(), attachment, job.tag, job.requestStatus, job.detailedStatus, job.transferred);
            }
            work++;
        }
        return work;
    }

    @Override
    public int doWork(int limit) {
        int work = ended.isEmpty() ? 0 : notifyEnds(limit);
        if (!waiting.isEmpty()) {
            work += sendWaiting(limit - work);
        }
        return asking == 0 ? work : work + notifyDisks(limit - work);
    }

    private int notifyDisks(int limit) {
        int work = 0;
        for (int i = opened.size() - 1; i >= 0 && work < limit && listener.isReady(); i--) {
            HostDisk.Opened store = opened.get(i);
            if (!store.isNotified() && find(store) && (store.isNotified() || store.settle())) {
                asking--;
                work++;
                if (!store.isOpen()) {
                    opened.remove(i);
                    store.close();
                }
                listener.onDisk(store);
            }
        }
        return work;
    }

    @Override
    public void reset() {
        // The host is not reset.
    }
}
