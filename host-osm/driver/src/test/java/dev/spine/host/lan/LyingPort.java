package dev.spine.host.lan;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A LAN port that takes buckets and answers with whatever words a test gives it. */
final class LyingPort implements DeviceModule, ExecutiveGroups {
    /** Contexts of buckets that were posted, in order. */
    final List<Integer> buckets = new ArrayList<>();
    private final Deque<int[]> answers = new ArrayDeque<>();
    private int initiatorContext;
    private @Nullable DeviceContext context;

    /** Says something on its own account: word 3 and the words after it of a receive reply. On the IOP's agent. */
    void say(int... words) {
        answers.add(words);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("lan0", ClassId.standard(DeviceClass.LAN).word(), LanGroups.TYPE_ETHERNET, 1, 0, "Liar");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    @Override
    public void reset() {
        buckets.clear();
    }

    @Override
    public void addTo(ParameterSet set) {
        set.add(new ScalarValues(LanGroups.DEVICE_INFO).number("MaxPacketSize", 1514))
            .add(new ScalarValues(LanGroups.MAC_ADDRESS).setting("FilterMask", () -> 0, _ -> true))
            .add(new ScalarValues(LanGroups.BATCH_CONTROL).setting("MaxRxBatchDelay", () -> 0, _ -> true))
            .add(new ScalarValues(LanGroups.RECEIVE_INFO).number("RxMaxBuckets", 64).setting("RxMaxPacketsBucket", () -> 1, _ -> true))
            .add(new ScalarValues(LanGroups.TRANSMIT_INFO).number("TxMaxRequestPackets", 4));
    }

    @Override
    public void onMessage(KernelRequest request) {
        DeviceContext place = context;
        if (place != null) {
            place.agent().charge(Op.BUILD_FRAME);
        }
        MessageFrame frame = request.frame();
        switch (frame.function()) {
            case Function.LAN_RECEIVE_POST -> {
                initiatorContext = frame.initiatorContext();
                for (int word = 5; word < frame.sizeWords(); word += 3) {
                    buckets.add(frame.word(word));
                }
                request.finish();
            }
            case Function.LAN_PACKET_SEND -> {
                // Names contexts that were never given, and not the one that was.
                MessageFrame reply = request.openReply();
                Replies.begin(frame, reply, 7, MessageFlags.FINAL_REPLY, 5);
                reply.setWord(3, 0x8000_0002);
                reply.setWord(4, RequestStatus.SUCCESS);
                reply.setWord(5, 0x1234_5678);
                reply.setWord(6, frame.word(5) + 1);
                request.sendReply();
            }
            default -> {
                Replies.single(frame, request.openReply(), 0, 0);
                request.sendReply();
            }
        }
    }

    @Override
    public int doWork(int limit) {
        int[] words = answers.peek();
        DeviceContext place = context;
        if (words == null || place == null) {
            return 0;
        }
        MessageRoute host = place.route(Tid.HOST);
        MessageFrame reply = host == null ? null : host.open();
        if (host == null || reply == null) {
            return 0;
        }
        answers.remove();
        place.agent().charge(Op.BUILD_FRAME);
        reply.header(3 + words.length, MessageFlags.REPLY, 6, Function.LAN_RECEIVE_POST, Tid.HOST, place.tid());
        reply.contexts(initiatorContext, words[0]);
        for (int i = 1; i < words.length; i++) {
            reply.setWord(3 + i, words[i]);
        }
        host.post();
        return 1;
    }
}
