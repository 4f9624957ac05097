package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.message.exec.DownloadFlags;
import dev.spine.i2o.message.exec.ExecSwRemove;
import dev.spine.i2o.message.exec.ExecSwTransfer;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;

/**
 * SwDownload, SwUpload and SwRemove: modules go in and out in fragments, which are numbered from 1 and come in order. They are stored and
 * given back as they came; a simulated card runs no foreign code.
 */
final class StoreRequests {
    private static final int MAX_FRAGMENT_BYTES = 64 * 1024;

    private final ExecutiveParts parts;
    private final DriverStore store;

    StoreRequests(ExecutiveParts parts) {
        this.parts = parts;
        this.store = parts.store();
        parts.handlers().register(new ExecutiveFunction(ExecSwTransfer.DOWNLOAD, ExecutiveHandler.INITIALISED, this::download));
        parts.handlers().register(new ExecutiveFunction(ExecSwTransfer.UPLOAD, ExecutiveHandler.INITIALISED, this::upload));
        parts.handlers().register(new ExecutiveFunction(ExecSwRemove.KIND, ExecutiveHandler.INITIALISED, this::remove));
    }

    /** The direction bits of the list mean nothing here: Linux 2.6 has them wrong. */
    private void download(KernelRequest request) {
        ExecSwTransfer asked = ExecSwTransfer.DOWNLOAD.parse(request.frame());
        if (!loadsBuffer(request, ExecSwTransfer.DOWNLOAD.minWords(), BusWindow.Direction.READ)
            || !isPlausible(request, asked.currentFragment(), asked.totalFragments())) {
            return;
        }
        DriverStore.Name name = new DriverStore.Name(asked.softwareType(), asked.organizationId(), asked.moduleId());
        boolean replace = (asked.flags() & DownloadFlags.OVERRIDE) != 0;
        DriverStore.Outcome outcome = asked.currentFragment() == 1
            ? store.begin(name, asked.flags(), replace, asked.totalFragments(), asked.softwareBytes()) : DriverStore.Outcome.TAKEN;
        if (outcome == DriverStore.Outcome.TAKEN) {
            boolean permanent = (asked.flags() & DownloadFlags.PERMANENT_STORE) != 0;
            outcome = store.append(name, asked.currentFragment(), permanent, parts.buffers().read(0));
        }
        switch (outcome) {
            case TAKEN, STORED -> ExecutiveAnswers.done(request);
            case EXISTS -> ExecutiveAnswers.of(request, DetailedStatus.DEVICE_BUSY);
            case NO_ROOM -> ExecutiveAnswers.of(request, DetailedStatus.INSUFFICIENT_RESOURCE_HARD);
            case OUT_OF_ORDER -> ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER,
                ExecSwTransfer.CURRENT_FRAGMENT.byteOffset());
            case WRONG_SIZE -> ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecSwTransfer.SW_SIZE.byteOffset());
        }
    }

    private void upload(KernelRequest request) {
        ExecSwTransfer asked = ExecSwTransfer.UPLOAD.parse(request.frame());
        if (!loadsBuffer(request, ExecSwTransfer.UPLOAD.minWords(), BusWindow.Direction.WRITE)
            || !isPlausible(request, asked.currentFragment(), asked.totalFragments())) {
            return;
        }
        DriverStore.Module module = store.find(new DriverStore.Name(asked.softwareType(), asked.organizationId(), asked.moduleId()));
        if (module == null) {
            ExecutiveAnswers.of(request, DetailedStatus.BAD_KEY);
            return;
        }
        long size = module.bytes().byteSize();
        int room = parts.buffers().bytes(0);
        long from = offset(asked.currentFragment(), asked.totalFragments(), room, size);
        if (from < 0 || from >= size) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecSwTransfer.CURRENT_FRAGMENT.byteOffset());
            return;
        }
        MemorySegment rest = module.bytes().asSlice(from);
        parts.buffers().write(0, rest, (int) Math.min(room, rest.byteSize()));
        ExecutiveAnswers.done(request);
    }

    /** Where a fragment begins: all buffers have the same size, or the last one has what remains. */
    private static long offset(int fragment, int total, int room, long size) {
        boolean uniform = fragment < total || (long) room * (total - 1) < size && (long) room * total >= size;
        return uniform ? (long) (fragment - 1) * room : size - room;
    }

    private void remove(KernelRequest request) {
        ExecSwRemove asked = ExecSwRemove.KIND.parse(request.frame());
        boolean removed = store.remove(new DriverStore.Name(asked.softwareType(), asked.organizationId(), asked.moduleId()));
        ExecutiveAnswers.of(request, removed ? DetailedStatus.SUCCESS : DetailedStatus.BAD_KEY);
    }

    private boolean loadsBuffer(KernelRequest request, int fixedWords, BusWindow.Direction direction) {
        RequestBuffers buffers = parts.buffers();
        SglEnd end = buffers.load(request, fixedWords);
        boolean good = !end.isError() && buffers.count() > 0 && buffers.bytes(0) <= MAX_FRAGMENT_BYTES && buffers.admits(0, direction);
        if (!good) {
            ExecutiveAnswers.refuse(request, end.isError() ? end.detailedStatus()
                : buffers.count() == 0 ? DetailedStatus.MISSING_PARAMETER : DetailedStatus.INVALID_PARAMETER, fixedWords * Integer.BYTES);
        }
        return good;
    }

    private static boolean isPlausible(KernelRequest request, int fragment, int total) {
        boolean good = fragment >= 1 && fragment <= total;
        if (!good) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecSwTransfer.CURRENT_FRAGMENT.byteOffset());
        }
        return good;
    }
}
