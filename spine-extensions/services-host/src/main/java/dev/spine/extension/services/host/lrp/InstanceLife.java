package dev.spine.extension.services.host.lrp;

import dev.spine.extension.host.InstanceMessages;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Tasks;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Whether an extension can still answer: waiting for it ends with its life. A reset of the card is told by the driver; whether the instance
 * has stopped on a card that lives, another one has its number now, or the card is silent, is asked while somebody waits.
 */
final class InstanceLife {
    /** States of an instance that answers nothing. */
    private static final Set<String> NO_MORE = Set.of("failed", "ended");

    private final RuntimeClient client;
    private final Tasks tasks;
    private final int instance;
    /** Which of all that have had that number it is. */
    private final int life;
    private boolean isOver;

    /** Asks the card which extension has the number now; from outside the host's agent. Without an answer the life is over. */
    InstanceLife(RuntimeClient client, Tasks tasks, int instance) {
        this.client = client;
        this.tasks = tasks;
        this.instance = instance;
        Pending<InstanceStatus> asked = ask(client, tasks, instance, "the card to say which extension this is");
        this.isOver = asked.failure() != null;
        this.life = isOver ? 0 : asked.get().life();
    }

    private static Pending<InstanceStatus> ask(RuntimeClient client, Tasks tasks, int instance, String what) {
        Pending<InstanceStatus> asked = tasks.call(() -> client.beginInspect(instance, 0));
        tasks.await(what, asked::isDone);
        return asked;
    }

    /**
     * Has what the extension sends to a handler of the host come to {@code receiver}, on the host's agent, until the life is over.
     *
     * @return counts what others send there
     */
    InstanceMessages listen(int handler, Consumer<MessageFrame> receiver) {
        InstanceMessages messages = new InstanceMessages(instance, new ReplyHandler() {
            @Override
            public void onReply(MessageFrame reply) {
                if (!isOver) {
                    receiver.accept(reply);
                }
            }

            @Override
            public void onFailure(RequestFailure why) {
                isOver |= why.reason() == RequestFailure.Reason.IOP_RESET;
            }
        });
        client.listen(handler, messages);
        return messages;
    }

    /** {@return whether it is known that nothing is answered any more} On the host's agent. */
    boolean isOver() {
        return isOver;
    }

    /**
     * Waits for what the extension is to do. From outside the host's agent.
     *
     * @param what is waited for, in words for people
     * @param condition reads what belongs to the host's agent
     * @return whether the condition holds; otherwise the life is over
     */
    boolean await(String what, BooleanSupplier condition) {
        while (!tasks.call(() -> isOver || condition.getAsBoolean())) {
            // All that was sent before has reached the extension before the runtime sees this question.
            Pending<InstanceStatus> asked = ask(client, tasks, instance, what);
            if (asked.failure() != null || asked.get().life() != life || NO_MORE.contains(asked.get().state())) {
                tasks.run(() -> isOver |= !condition.getAsBoolean());
            }
        }
        return tasks.call(condition::getAsBoolean);
    }
}
