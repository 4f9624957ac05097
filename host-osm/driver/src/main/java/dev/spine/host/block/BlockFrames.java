package dev.spine.host.block;

import dev.spine.host.block.BlockRequest.Data;
import dev.spine.host.driver.HostMemory;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages of block requests. A buffer of several runs is written as simple elements if they fit the frame, as a page list if
 * its runs are pages and that fits, and otherwise as a chain into host memory of the request's own.
 *
 * <p>Source: I2O 1.5 scatter-gather lists; NetBSD sys/dev/i2o/iop.c for page lists.
 */
final class BlockFrames {
    /** What the host announces when it initialises the outbound queue. */
    static final int PAGE_BYTES = 4096;
    private static final int ELEMENT_WORDS = 2;
    private static final int FRAGMENT_BYTES = BlockDeviceInfo.MAX_RUNS * ELEMENT_WORDS * Integer.BYTES;
    private static final int CONTROL_WORD = 4;
    private static final int WHOLE_READ = 0xD0 << 24;
    private static final int WHOLE_WRITE = 0xD4 << 24;

    private final AgentContext agent;
    private final HostMemory memory;
    private final String name;
    private final int requests;
    private final SglWriter sgl = new SglWriter();
    /** Fragments of lists, one per request; allocated when the first is needed. */
    private @Nullable Region fragments;

    BlockFrames(AgentContext agent, HostMemory memory, String name, int requests) {
        this.agent = agent;
        this.memory = memory;
        this.name = name;
        this.requests = requests;
    }

    /** How many words a request has to begin with; a list of several elements makes it longer. */
    static int words(BlockRequest request) {
        return switch (request.function) {
            case Function.BSA_BLOCK_READ, Function.BSA_BLOCK_WRITE -> BlockTransfer.ONE_RUN_WORDS;
            case Function.BSA_MEDIA_VERIFY -> BlockTransfer.FIXED_WORDS;
            default -> CONTROL_WORD + 1;
        };
    }

    /** The word at which the list of a request begins, 0 for none. */
    static int sglWord(BlockRequest request) {
        return request.data == Data.NONE ? 0 : BlockTransfer.FIXED_WORDS;
    }

    /** Writes all after the contexts. The header has the size of {@link #words}. */
    void write(BlockRequest request, MessageFrame frame) {
        frame.setWord(CONTROL_WORD, request.control);
        if (request.function == Function.BSA_CACHE_FLUSH) {
            return;
        }
        frame.setWord(CONTROL_WORD + 1, request.bytes);
        frame.setWord(CONTROL_WORD + 2, (int) request.offset);
        frame.setWord(CONTROL_WORD + 3, (int) (request.offset >>> 32));
        BlockRuns runs = request.runs;
        if (request.data == Data.ONE_RUN) {
            agent.charge(Op.BLOCK_RUN);
            int flags = request.function == Function.BSA_BLOCK_READ ? WHOLE_READ : WHOLE_WRITE;
            frame.setWord(BlockTransfer.FIXED_WORDS, flags | request.bytes);
            frame.setWord(BlockTransfer.FIXED_WORDS + 1, request.hostAddress);
        } else if (request.data == Data.ZEROS) {
            agent.charge(Op.BLOCK_RUN);
            sgl.begin(frame, BlockTransfer.FIXED_WORDS);
            sgl.bitBucket(request.bytes);
            sgl.finish();
        } else if (runs != null) {
            writeRuns(request, runs, frame);
        }
    }

    private void writeRuns(BlockRequest request, BlockRuns runs, MessageFrame frame) {
        agent.charge(Op.BLOCK_RUN, runs.count());
        int room = frame.slotBytes() / Integer.BYTES - BlockTransfer.FIXED_WORDS;
        boolean reads = request.function == Function.BSA_BLOCK_READ;
        sgl.begin(frame, BlockTransfer.FIXED_WORDS);
        if (runs.count() * ELEMENT_WORDS <= room) {
            elements(runs, reads);
        } else if (runs.arePages(PAGE_BYTES) && 1 + runs.pages(PAGE_BYTES) <= room) {
            pages(runs, reads);
        } else {
            chain(request, runs, frame, reads);
            return;
        }
        sgl.finish();
    }

    private void elements(BlockRuns runs, boolean reads) {
        for (int i = 0; i < runs.count(); i++) {
            if (reads) {
                sgl.into(runs.address(i), runs.length(i));
            } else {
                sgl.from(runs.address(i), runs.length(i));
            }
        }
    }

    private void pages(BlockRuns runs, boolean reads) {
        int bytes = (int) runs.bytes();
        if (reads) {
            sgl.pagesInto(runs.address(0), bytes);
        } else {
            sgl.pagesFrom(runs.address(0), bytes);
        }
        for (int i = 0; i < runs.count(); i++) {
            int end = runs.address(i) + runs.length(i);
            int page = (runs.address(i) & -PAGE_BYTES) + (i == 0 ? PAGE_BYTES : 0);
            // Addresses have no sign: the distance has, and is small.
            for (; end - page > 0; page += PAGE_BYTES) {
                sgl.page(page);
            }
        }
    }

    private void chain(BlockRequest request, BlockRuns runs, MessageFrame frame, boolean reads) {
        Region region = fragments;
        if (region == null) {
            region = memory.allocate("lists of " + name, (long) requests * FRAGMENT_BYTES);
            fragments = region;
        }
        long at = (long) request.index * FRAGMENT_BYTES;
        sgl.begin(region.memory(), at, FRAGMENT_BYTES);
        elements(runs, reads);
        int bytes = sgl.finish();
        sgl.begin(frame, BlockTransfer.FIXED_WORDS);
        sgl.chain((int) (region.base() + at), bytes);
        sgl.finish();
    }
}
