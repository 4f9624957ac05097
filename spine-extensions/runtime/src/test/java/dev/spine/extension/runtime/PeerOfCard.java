package dev.spine.extension.runtime;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.AliasEntry;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Another IOP that has a connection to the runtime of a {@link Card}; the test is its processor. */
final class PeerOfCard {
    /** How many messages can be unanswered. */
    static final int FRAMES = 4;

    private final Card card;
    private final QueuePair requests;
    private final QueuePair replies;
    private final int alias;
    final BusAgent busAgent;

    PeerOfCard(Card card, MessagingUnit unit) {
        this.card = card;
        busAgent = new BusAgent(2, "peer");
        BusAgent peer = busAgent;
        requests = unit.openQueuePair(peer.name(), QueuePair.Kind.REQUEST, FRAMES);
        card.kernel.ports().open(requests, peer);
        replies = new MessagingUnit(peer.name(), Arena.ofAuto().allocate(64 << 10, 4096), 512, FRAMES)
            .openQueuePair("card", QueuePair.Kind.REPLY, FRAMES);
        alias = card.kernel.directory().allocateAlias();
        card.kernel.connections().connect(new AliasEntry(alias, 0x20, 2, 0, peer, card.runtimeTid, 0x21, null, replies, false));
    }

    /** Posts a frame to the runtime and returns what it answers. */
    List<MessageFrame> ask(int function, int transactionContext, int... words) {
        post(function, transactionContext, words);
        return answers();
    }

    /** Posts a frame to the runtime. */
    void post(int function, int transactionContext, int... words) {
        card.engine.tasks(card.kernel).run(() -> {
            Frame frame = Objects.requireNonNull(requests.take(), "the test has used up the peer's frames");
            MessageFrame writer = new MessageFrame();
            writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
            writer.header(4 + words.length, 0, 0, function, alias, card.runtimeTid);
            writer.contexts(0x77, transactionContext);
            for (int i = 0; i < words.length; i++) {
                writer.setWord(4 + i, words[i]);
            }
            requests.post(Delivery.DIRECT, frame);
        });
    }

    /** Lets everything happen that is in flight and returns what the runtime has answered. */
    List<MessageFrame> answers() {
        card.settle();
        return arrivedAnswers();
    }

    /** {@return what the runtime has answered so far} */
    List<MessageFrame> arrivedAnswers() {
        List<MessageFrame> answers = new ArrayList<>();
        card.engine.tasks(card.kernel).run(() -> {
            for (Frame frame = replies.poll(); frame != null; frame = replies.poll()) {
                MessageFrame copy = new MessageFrame();
                copy.wrap(Arena.ofAuto().allocate(512, 64), 0, 512);
                copy.tryCopyFrom(frame.memory(), frame.offset(), 512);
                replies.free(Delivery.DIRECT, frame);
                answers.add(copy);
            }
        });
        return answers;
    }
}
