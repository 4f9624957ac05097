package com.example.disk;

import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.block.BlockTransfer;

/** A driver with a mistake: it takes a frame, finds that it has nothing to read, and forgets to give the frame back. */
final class LeakyDriver {
    private final IopDriver iop;
    private final int tid;

    LeakyDriver(IopDriver iop, int tid) {
        this.iop = iop;
        this.tid = tid;
    }

    void read(int sectors) {
        OutgoingRequest request = iop.open(tid, Function.BSA_BLOCK_READ, BlockTransfer.ONE_RUN_WORDS, BlockTransfer.FIXED_WORDS, _ -> { });
        if (request == null || sectors == 0) {
            return;
        }
        request.cancel();
    }
}
