package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.exec.DownloadFlags;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecSwRemove;
import dev.spine.i2o.message.exec.ExecSwTransfer;
import dev.spine.i2o.message.exec.SoftwareType;
import dev.spine.i2o.sgl.SglElement.Simple;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SwDownload, SwUpload and SwRemove: modules in fragments. */
class DriverStoreTest {
    private static final int IN_AT = 0x1000;
    private static final int OUT_AT = 0x4000;
    private static final int ORGANIZATION = 0x1B;

    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    private int ask(Request message) {
        return host.ask(message).word(4);
    }

    private int download(int module, int flags, int fragment, int total, int size, int bytes) {
        return ask(new ExecSwTransfer(ExecSwTransfer.DOWNLOAD, fragment, total, SoftwareType.DDM, flags, size, module, ORGANIZATION,
            List.of(Simple.into(host.address(IN_AT), bytes))));
    }

    private static int refused(int detailedStatus) {
        return RequestStatus.TRANSACTION_ERROR << 24 | detailedStatus;
    }

    private static int failed(int detailedStatus) {
        return RequestStatus.ERROR_NO_DATA_TRANSFER << 24 | detailedStatus;
    }

    @ParameterizedTest(name = "{0} bytes in fragments of {1}, the last {2}")
    @CsvSource({"100, 100, exact", "300, 128, exact", "300, 128, full", "256, 128, exact", "1, 8, full", "8192, 4096, exact"})
    void whatGoesInComesOut(int size, int fragment, String last) {
        byte[] image = new byte[size];
        new Random(size).nextBytes(image);
        int total = (size + fragment - 1) / fragment;
        for (int i = 0; i < total; i++) {
            int from = i * fragment;
            Octets.of(Arrays.copyOfRange(image, from, Math.min(size, from + fragment)))
                .writePadded(host.memory.memory(), IN_AT, fragment);
            int bytes = "full".equals(last) ? fragment : Math.min(fragment, size - from);
            // The list's direction is "into the buffer", as Linux 2.6 has it.
            assertEquals(0, download(5, DownloadFlags.PERMANENT_STORE, i + 1, total, size, bytes));
        }
        for (int i = 0; i < total; i++) {
            int from = i * fragment;
            int bytes = "full".equals(last) ? fragment : Math.min(fragment, size - from);
            assertEquals(0, ask(new ExecSwTransfer(ExecSwTransfer.UPLOAD, i + 1, total, SoftwareType.DDM, 0, size, 5, ORGANIZATION,
                List.of(Simple.into(host.address(OUT_AT + from), bytes)))));
        }
        assertEquals(Octets.of(image), Octets.read(host.memory.memory(), OUT_AT, size));
        assertEquals(size, host.iop.executive().parts().store().usedBytes());
        host.assertAllFramesFree(0);
    }

    @Test
    void fragmentsComeInOrderAndFillTheModule() {
        assertEquals(refused(DetailedStatus.INVALID_PARAMETER), download(5, 0, 2, 2, 200, 100), "nothing was begun");
        assertEquals(0, download(5, 0, 1, 2, 200, 100));
        assertEquals(refused(DetailedStatus.INVALID_PARAMETER), download(6, 0, 2, 2, 200, 100), "another module's");
        assertEquals(refused(DetailedStatus.INVALID_PARAMETER), download(5, 0, 0, 2, 200, 100));
        assertEquals(refused(DetailedStatus.INVALID_PARAMETER), download(5, 0, 3, 2, 200, 100));
        assertEquals(refused(DetailedStatus.INVALID_PARAMETER), download(5, 0, 2, 2, 200, 50), "too few bytes in all");
        assertEquals(refused(DetailedStatus.INVALID_PARAMETER), download(5, 0, 1, 2, 50, 100), "too many bytes");
        assertEquals(0, host.iop.executive().parts().store().usedBytes());
    }

    @Test
    void aModuleIsReplacedOnlyWhenTheHostSaysSo() {
        assertEquals(0, download(5, 0, 1, 1, 16, 16));
        assertEquals(failed(DetailedStatus.DEVICE_BUSY), download(5, 0, 1, 1, 16, 16));
        assertEquals(0, download(5, DownloadFlags.OVERRIDE, 1, 1, 24, 24));
        assertEquals(24, host.iop.executive().parts().store().usedBytes());
    }

    @Test
    void theStoreIsBounded() {
        assertEquals(failed(DetailedStatus.INSUFFICIENT_RESOURCE_HARD), download(1, 0, 1, 200, DriverStore.MAX_BYTES + 1, 16));
        assertEquals(failed(DetailedStatus.INSUFFICIENT_RESOURCE_HARD), download(1, 0, 1, 200, -1, 16));
        assertEquals(0, download(1, 0, 1, 200, DriverStore.MAX_BYTES, 16), "an unfinished module counts");
        assertEquals(0, download(2, 0, 1, 1, 16, 16), "but gives way to the next");
        for (int i = 3; i < 3 + DriverStore.MAX_MODULES - 1; i++) {
            assertEquals(0, download(i, 0, 1, 1, 16, 16));
        }
        assertEquals(failed(DetailedStatus.INSUFFICIENT_RESOURCE_HARD), download(99, 0, 1, 1, 16, 16));
    }

    @Test
    void modulesAreRemovedOnceAndTemporaryOnesByAReset() {
        assertEquals(failed(DetailedStatus.BAD_KEY), ask(new ExecSwRemove(SoftwareType.DDM, 0, 16, 5, ORGANIZATION)));
        assertEquals(0, download(5, 0, 1, 1, 16, 16));
        assertEquals(0, ask(new ExecSwRemove(SoftwareType.DDM, 0, 16, 5, ORGANIZATION)));
        assertEquals(failed(DetailedStatus.BAD_KEY), ask(new ExecSwTransfer(
            ExecSwTransfer.UPLOAD, 1, 1, SoftwareType.DDM, 0, 16, 5, ORGANIZATION,
            List.of(Simple.into(host.address(OUT_AT), 16)))));
        assertEquals(0, download(6, 0, 1, 1, 16, 16));
        assertEquals(0, download(7, DownloadFlags.PERMANENT_STORE, 1, 1, 16, 16));
        host.post(new ExecIopReset(host.address(0x100), 0));
        host.in(IopState.OPERATIONAL);
        assertEquals(1, host.iop.executive().parts().store().modules().size());
    }

    @Test
    void aFragmentWithoutABufferIsRefused() {
        MessageFrame reply = host.ask(new ExecSwTransfer(ExecSwTransfer.DOWNLOAD, 1, 1, 1, 0, 16, 5, ORGANIZATION, List.of()));
        assertEquals(refused(DetailedStatus.MISSING_PARAMETER), reply.word(4));
        assertEquals(28, reply.word(5));
    }
}
