package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.exec.AdapterSpace;
import dev.spine.i2o.message.exec.ExecAdapterAssign;
import dev.spine.i2o.message.exec.ExecAdapterRead;
import dev.spine.i2o.message.exec.ExecAdapterRelease;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Adapters under the host's hand: AdapterRead, AdapterAssign, AdapterRelease.
 *
 * <p>Memory of an adapter of the card's own bus can be read; of one on PCI, the identification in its configuration space. Other spaces
 * are said to be unsupported. That an adapter is given to another module is written into the table; the modules of a simulated card do not
 * exchange their hardware.
 */
final class AdapterRequests {
    private static final int MAX_READ_BYTES = 64 * 1024;
    private static final int PCI_CONFIGURATION_BYTES = 256;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ExecutiveParts parts;
    private final AdapterTable adapters;

    AdapterRequests(ExecutiveParts parts) {
        this.parts = parts;
        this.adapters = parts.adapters();
        parts.handlers().register(new ExecutiveFunction(ExecAdapterRead.KIND, ExecutiveHandler.INITIALISED, this::read));
        parts.handlers().register(new ExecutiveFunction(ExecAdapterAssign.KIND, ExecutiveHandler.INITIALISED, this::assign));
        parts.handlers().register(new ExecutiveFunction(ExecAdapterRelease.KIND, ExecutiveHandler.INITIALISED, this::release));
    }

    private void read(KernelRequest request) {
        ExecAdapterRead asked = ExecAdapterRead.KIND.parse(request.frame());
        RequestBuffers buffers = parts.buffers();
        SglEnd end = buffers.load(request, ExecAdapterRead.KIND.minWords());
        HardwareResourceTable.Entry adapter = adapters.find(asked.adapterId());
        long length = Integer.toUnsignedLong(asked.length());
        if (adapter == null) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecAdapterRead.ADAPTER_ID.byteOffset());
        } else if (end.isError()) {
            ExecutiveAnswers.refuse(request, end.detailedStatus(), ExecAdapterRead.KIND.minWords() * Integer.BYTES);
        } else if (buffers.count() == 0 || length > buffers.bytes(0) || length > MAX_READ_BYTES
            || !buffers.admits(0, BusWindow.Direction.WRITE)) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecAdapterRead.LENGTH.byteOffset());
        } else {
            MemorySegment bytes = contents(adapter, asked.requestFlags(), Integer.toUnsignedLong(asked.offset()), (int) length);
            if (bytes == null) {
                ExecutiveAnswers.of(request, DetailedStatus.UNSUPPORTED_FUNCTION);
            } else {
                buffers.write(0, bytes, (int) length);
                ExecutiveAnswers.done(request);
            }
        }
    }

    private @Nullable MemorySegment contents(HardwareResourceTable.Entry adapter, int space, long offset, int length) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[length]);
        MemorySegment information = MemorySegment.ofArray(adapter.busInformation().toArray());
        int high = information.get(WORD, Integer.BYTES);
        if (space == AdapterSpace.MEMORY && adapter.busType() == HardwareResourceTable.BusType.LOCAL) {
            BusWindow window = parts.window();
            window.onBehalfOf(parts.kernel().busAgent());
            return window.read(Integer.toUnsignedLong(high) + offset, bytes, 0, length) ? bytes : null;
        }
        if (space == AdapterSpace.CONFIGURATION && adapter.busType() == HardwareResourceTable.BusType.PCI
            && offset + length <= PCI_CONFIGURATION_BYTES) {
            MemorySegment configuration = MemorySegment.ofArray(new byte[PCI_CONFIGURATION_BYTES]);
            configuration.set(WORD, 0, high);
            MemorySegment.copy(configuration, offset, bytes, 0, length);
            return bytes;
        }
        return null;
    }

    private void assign(KernelRequest request) {
        ExecAdapterAssign asked = ExecAdapterAssign.KIND.parse(request.frame());
        if (parts.deviceOrRefuse(request, asked.ddmTid(), ExecAdapterAssign.DDM_TID) == null) {
            return;
        }
        HardwareResourceTable.Entry adapter = adapters.find(asked.adapter().adapterId());
        if (adapter == null) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecAdapterAssign.ENTRY.byteOffset());
        } else if (adapter.controllingTid() != Tid.NONE && adapter.controllingTid() != asked.ddmTid()) {
            ExecutiveAnswers.of(request, DetailedStatus.DEVICE_BUSY);
        } else {
            adapters.assign(adapter.adapterId(), asked.ddmTid());
            ExecutiveAnswers.done(request);
        }
    }

    private void release(KernelRequest request) {
        ExecAdapterRelease asked = ExecAdapterRelease.KIND.parse(request.frame());
        HardwareResourceTable.Entry adapter = adapters.find(asked.adapter().adapterId());
        if (adapter == null) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecAdapterRelease.ENTRY.byteOffset());
        } else if (adapter.controllingTid() == Tid.NONE) {
            ExecutiveAnswers.of(request, DetailedStatus.INAPPROPRIATE_FUNCTION);
        } else {
            adapters.assign(adapter.adapterId(), Tid.NONE);
            ExecutiveAnswers.done(request);
        }
    }
}
