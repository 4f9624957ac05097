package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.AllowedMember;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import org.jspecify.annotations.Nullable;

/** What the calls in the code of one class reach: each method that its constant pool names is looked up once. */
final class Calls {
    /** A method that calls name. */
    static final class Target {
        private final String owner;
        private final String name;
        private final String type;
        private final boolean ofArray;
        private final boolean declared;
        private final @Nullable AllowedMember member;
        private final boolean plain;
        private int leafUnits = -1;

        private Target(MemberRefEntry entry, ImageShape shape) {
            owner = entry.owner().asInternalName();
            name = entry.name().stringValue();
            type = entry.type().stringValue();
            ofArray = owner.startsWith("[");
            declared = shape.declares(owner);
            String outside = ofArray ? null : shape.outsideOwner(owner, name + type);
            member = outside == null ? null : CallCosts.of(outside, name, type);
            plain = member != null && CallCosts.isPlain(member);
        }

        String owner() {
            return owner;
        }

        String name() {
            return name;
        }

        /** {@return whether it is a method of arrays} */
        boolean isOfArray() {
            return ofArray;
        }

        /** {@return what a call costs, or null when it reaches a method of the image, or of an array} */
        @Nullable AllowedMember member() {
            return member;
        }

        /** {@return whether a call runs no metered code and costs the same for all operands} */
        boolean isPlain() {
            return plain;
        }

        /** {@return whether a call runs nothing of the image and takes no heap} */
        boolean isFree() {
            return !declared && plain && member != null && member.bytes().constant() == 0;
        }

        /** {@return the units of the leaf that a static call runs, 0 when it runs none} */
        private int leafUnits(Leaves leaves) {
            if (leafUnits < 0) {
                leafUnits = leaves.unitsOf(owner, name, type);
            }
            return leafUnits;
        }
    }

    private final ImageShape shape;
    private final @Nullable Target[] targets;

    Calls(ClassModel model, ImageShape shape) {
        this.shape = shape;
        this.targets = new @Nullable Target[model.constantPool().size()];
    }

    /** {@return what an instruction of the class calls} */
    Target of(InvokeInstruction call) {
        int index = call.method().index();
        Target target = targets[index];
        if (target == null) {
            target = new Target(call.method(), shape);
            targets[index] = target;
        }
        return target;
    }

    /** {@return bytes of the object that an instruction makes, not less than it takes} */
    int bytesOf(NewObjectInstruction made) {
        return shape.bytesOf(made.className().asInternalName());
    }

    /** {@return what each call takes, whatever it gets: of a method outside the image, and of a leaf; once all leaves are known} */
    int work(InvokeInstruction call, Leaves leaves) {
        Target target = of(call);
        AllowedMember member = target.isOfArray() ? CallCosts.COPY_OF_ARRAY : target.member();
        if (member != null) {
            return member.cost().constant();
        }
        return call.opcode() == Opcode.INVOKESTATIC ? target.leafUnits(leaves) : 0;
    }
}
