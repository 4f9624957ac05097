package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.SideThread;
import dev.spine.iop.engine.SideWork;
import dev.spine.iop.engine.live.ProcessorTime;
import org.jspecify.annotations.Nullable;

/** Judges images on the thread beside the agents; they come back through a list that the agent consumes. Belongs to the agent. */
final class JudgeBeside extends ImageJudge {
    private final SideThread thread;
    private final DeliveryList<JudgedImage> judged;

    JudgeBeside(AgentContext agent, SideThread thread) {
        this.thread = thread;
        // What was given back may wait here while as much again is under way.
        this.judged = DeliveryList.singleProducer(agent.path() + " judged images", SideThread.MOST + CardLimits.MAX_INSTANCES);
        agent.consumes(judged);
    }

    /** One image on its way. */
    private static final class Errand extends SideWork {
        private final JudgedImage image;
        private final DeliveryList<JudgedImage> back;

        Errand(JudgedImage image, DeliveryList<JudgedImage> back) {
            super(image.asker());
            this.image = image;
            this.back = back;
        }

        @Override
        protected void work() {
            long begin = ProcessorTime.ofThisThreadNs();
            image.judge();
            image.took(ProcessorTime.ofThisThreadNs() - begin);
        }

        @Override
        protected void giveBack() {
            back.offerOrThrow(image);
        }
    }

    @Override
    public Admission begin(JudgedImage image) {
        return thread.take(new Errand(image, judged)) ? Admission.UNDER_WAY : Admission.FULL;
    }

    @Override
    public @Nullable JudgedImage poll() {
        return judged.poll();
    }
}
