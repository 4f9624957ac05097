package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Arrays;

/**
 * Proves that the types in one method are sound: goes through its code once, from frame to frame of its stack map, as JVMS 25, 4.10.1
 * tells. Stops at what it does not know.
 */
final class MethodProof {
    private static final String[] ARRAYS = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
    private static final String[] ELEMENTS = {"[I", "[J", "[F", "[D", "", "[B", "[C", "[S"};
    private static final int[] KINDS = {KnownTypes.INT, KnownTypes.LONG, KnownTypes.FLOAT, KnownTypes.DOUBLE};
    private static final int REFERENCES = 4;

    private final ClassBytes file;
    private final KnownTypes types;
    private final int self;
    private final String selfName;
    private final int code;
    private final int length;
    private final boolean isConstructor;
    private final KnownTypes.Signature signature;
    private final OperandStack stack;
    private final int[] locals;
    private final StackFrames frames;
    private final int handlers;
    private final int handlerCount;
    private final boolean[] begins;
    /** Whether variables have changed since handlers were looked at. */
    private boolean isChanged = true;
    private boolean isUnmade;
    private boolean goesOn = true;

    /**
     * A proof.
     *
     * @param file the class
     * @param types the types of its image
     * @param member where the method begins
     * @param content where the content of its code attribute begins
     */
    MethodProof(ClassBytes file, KnownTypes types, int member, int content) {
        this.file = file;
        this.types = types;
        this.selfName = file.model.thisClass().asInternalName();
        this.self = types.named(selfName);
        this.code = content + 8;
        this.length = file.s4(content + 4);
        this.stack = new OperandStack(types, file.u2(content));
        this.locals = new int[file.u2(content + 2)];
        this.signature = types.signature(file.text(file.u2(member + 4)));
        this.isConstructor = file.text(file.u2(member + 2)).equals("<init>");
        int receiver = (file.u2(member) & ClassFile.ACC_STATIC) == 0 ? 1 : 0;
        Unproven.unless(signature.slots().length + receiver <= locals.length);
        if (receiver == 1) {
            locals[0] = isConstructor ? KnownTypes.UNMADE_THIS : self;
        }
        System.arraycopy(signature.slots(), 0, locals, receiver, signature.slots().length);
        this.isUnmade = isConstructor;
        this.frames = new StackFrames(file, types, code, length, locals, stack.most());
        this.handlers = code + length + 2;
        this.handlerCount = file.u2(code + length);
        this.begins = new boolean[length + 1];
    }

    /**
     * Proves it, with the stack map between two places of the file, or none (0): {@return where instructions begin, and the end among
     * these}; otherwise {@link Unproven}.
     */
    boolean[] prove(int map, int mapEnd) {
        int expected = map == 0 ? 0 : frames.read(map, mapEnd, locals);
        int at = 0;
        while (at < length) {
            begins[at] = true;
            StackFrames.Frame frame = frames.at(at);
            if (frame != null) {
                if (goesOn) {
                    requireMatch(frame);
                }
                stack.load(frame.stack());
                System.arraycopy(frame.locals(), 0, locals, 0, locals.length);
                isUnmade = isConstructor && frame.hasUnmadeThis();
                isChanged = true;
                goesOn = true;
                expected--;
            }
            Unproven.unless(goesOn);
            if (handlerCount > 0) {
                requireHandlers(at);
            }
            at += step(at, file.u1(code + at));
        }
        Unproven.unless(at == length && !goesOn && expected == 0);
        begins[length] = true;
        for (int i = 0; i < handlerCount; i++) {
            int entry = handlers + 8 * i;
            int start = file.u2(entry);
            int end = file.u2(entry + 2);
            Unproven.unless(start < end && end <= length && begins[start] && begins[end]);
        }
        Unproven.unless(frames.areMadeAt(begins));
        return begins;
    }

    private void requireMatch(StackFrames.Frame frame) {
        stack.requireMatch(frame.stack());
        requireVariables(frame);
    }

    private void requireVariables(StackFrames.Frame frame) {
        int[] wanted = frame.locals();
        for (int i = 0; i < locals.length; i++) {
            Unproven.unless(types.mayBe(locals[i], wanted[i]));
        }
        Unproven.unless(!isConstructor || isUnmade == frame.hasUnmadeThis());
    }

    private void requireHandlers(int at) {
        for (int i = 0; i < handlerCount; i++) {
            int entry = handlers + 8 * i;
            if (at < file.u2(entry) || at >= file.u2(entry + 2) || !isChanged && at != file.u2(entry)) {
                continue;
            }
            StackFrames.Frame frame = frames.required(file.u2(entry + 4));
            int type = file.u2(entry + 6);
            int caught = type == 0 ? types.throwable : classAt(type);
            Unproven.unless(!isUnmade && types.mayBe(caught, types.throwable));
            Unproven.unless(frame.stack().length == 1 && types.mayBe(caught, frame.stack()[0]));
            requireVariables(frame);
        }
        isChanged = false;
    }

    private int classAt(int index) {
        return types.named(file.model.constantPool().entryByIndex(index, ClassEntry.class).asInternalName());
    }

    private void branch(int target) {
        requireMatch(frames.required(target));
    }

    /** Does what an instruction does: {@return its length}. */
    private int step(int at, int opcode) {
        int[] takes = SimpleOpcodes.takes(opcode);
        if (takes != null) {
            stack.pop(takes);
            for (int type : SimpleOpcodes.leaves(opcode)) {
                stack.push(type);
            }
            return 1;
        }
        int place = code + at;
        if (opcode >= 16 && opcode <= 20) {
            constant(opcode, place);
            return opcode == 16 || opcode == 18 ? 2 : 3;
        }
        if (opcode >= 21 && opcode <= 86) {
            return variable(opcode, place);
        }
        if (opcode >= 87 && opcode <= 95) {
            stack.rearrange(opcode);
            return 1;
        }
        if (opcode >= 153 && opcode <= 167 || opcode >= 198 && opcode <= 200) {
            return jump(at, opcode, place);
        }
        return switch (opcode) {
            case 132 -> {
                increment(file.u1(place + 1));
                yield 3;
            }
            case 170, 171 -> choose(at, opcode);
            case 172, 173, 174, 175, 176, 177 -> leave(opcode);
            case 178, 179, 180, 181 -> field(opcode, place);
            case 182, 183, 184, 185 -> invoke(opcode, place);
            case 186 -> dynamic(place);
            case 187 -> make(at, place);
            case 188 -> {
                stack.pop(KnownTypes.INT);
                int kind = file.u1(place + 1) - 4;
                Unproven.unless(kind >= 0 && kind < ARRAYS.length);
                stack.push(types.named(ARRAYS[kind]));
                yield 2;
            }
            case 189 -> {
                stack.pop(KnownTypes.INT);
                stack.push(types.arrayOf(classAt(file.u2(place + 1))));
                yield 3;
            }
            case 190 -> {
                int array = stack.popReference();
                Unproven.unless(array == KnownTypes.NULL || types.isArray(array));
                stack.push(KnownTypes.INT);
                yield 1;
            }
            case 191 -> {
                stack.pop(types.throwable);
                goesOn = false;
                yield 1;
            }
            case 192, 193 -> {
                stack.popReference();
                int type = classAt(file.u2(place + 1));
                stack.push(opcode == 192 ? type : KnownTypes.INT);
                yield 3;
            }
            case 196 -> wide(place);
            case 197 -> {
                int type = classAt(file.u2(place + 1));
                int dimensions = file.u1(place + 3);
                Unproven.unless(dimensions > 0 && Descriptors.dimensions(types.name(type)) >= dimensions);
                for (int i = 0; i < dimensions; i++) {
                    stack.pop(KnownTypes.INT);
                }
                stack.push(type);
                yield 4;
            }
            default -> throw Unproven.INSTANCE;
        };
    }

    private void constant(int opcode, int place) {
        if (opcode <= 17) {
            stack.push(KnownTypes.INT);
            return;
        }
        PoolEntry entry = file.model.constantPool().entryByIndex(opcode == 18 ? file.u1(place + 1) : file.u2(place + 1));
        int type = switch (entry.tag()) {
            case PoolEntry.TAG_INTEGER -> KnownTypes.INT;
            case PoolEntry.TAG_FLOAT -> KnownTypes.FLOAT;
            case PoolEntry.TAG_STRING -> types.text;
            case PoolEntry.TAG_CLASS -> types.classes;
            case PoolEntry.TAG_LONG -> KnownTypes.LONG;
            case PoolEntry.TAG_DOUBLE -> KnownTypes.DOUBLE;
            default -> throw Unproven.INSTANCE;
        };
        Unproven.unless(KnownTypes.isWide(type) == (opcode == 20));
        stack.push(type);
    }

    /** Loads and stores, of variables and of elements of arrays. */
    private int variable(int opcode, int place) {
        if (opcode <= 25) {
            load(opcode - 21, file.u1(place + 1));
            return 2;
        }
        if (opcode <= 45) {
            load((opcode - 26) / 4, (opcode - 26) % 4);
        } else if (opcode <= 53) {
            element(opcode - 46);
        } else if (opcode <= 58) {
            store(opcode - 54, file.u1(place + 1));
            return 2;
        } else if (opcode <= 78) {
            store((opcode - 59) / 4, (opcode - 59) % 4);
        } else {
            setElement(opcode - 79);
        }
        return 1;
    }

    private void load(int kind, int slot) {
        Unproven.unless(slot < locals.length);
        int type = locals[slot];
        if (kind == REFERENCES) {
            Unproven.unless(OperandStack.isAnyReference(type));
        } else {
            Unproven.unless(type == KINDS[kind] && (!KnownTypes.isWide(type) || locals[slot + 1] == KnownTypes.HALF));
        }
        stack.push(type);
    }

    private void store(int kind, int slot) {
        int type;
        if (kind == REFERENCES) {
            type = stack.popAnyReference();
        } else {
            type = KINDS[kind];
            stack.pop(type);
        }
        Unproven.unless(slot < locals.length);
        set(slot, type);
        if (KnownTypes.isWide(type)) {
            Unproven.unless(slot + 1 < locals.length);
            set(slot + 1, KnownTypes.HALF);
            locals[slot] = type;
        }
        isChanged = true;
    }

    /** Sets one half of a variable; the other half of what was there before is gone. */
    private void set(int slot, int type) {
        if (locals[slot] == KnownTypes.HALF && slot > 0) {
            locals[slot - 1] = KnownTypes.TOP;
        }
        if (KnownTypes.isWide(locals[slot]) && slot + 1 < locals.length) {
            locals[slot + 1] = KnownTypes.TOP;
        }
        locals[slot] = type;
    }

    private void increment(int slot) {
        Unproven.unless(slot < locals.length && locals[slot] == KnownTypes.INT);
    }

    private int wide(int place) {
        int opcode = file.u1(place + 1);
        int slot = file.u2(place + 2);
        if (opcode == 132) {
            increment(slot);
            return 6;
        }
        if (opcode >= 21 && opcode <= 25) {
            load(opcode - 21, slot);
        } else {
            Unproven.unless(opcode >= 54 && opcode <= 58);
            store(opcode - 54, slot);
        }
        return 4;
    }

    private void element(int kind) {
        stack.pop(KnownTypes.INT);
        int array = stack.popReference();
        stack.push(kind == REFERENCES && array == KnownTypes.NULL ? array : elementOf(array, kind));
    }

    private void setElement(int kind) {
        if (kind == REFERENCES) {
            stack.popReference();
        } else {
            stack.pop(kind > REFERENCES ? KnownTypes.INT : KINDS[kind]);
        }
        stack.pop(KnownTypes.INT);
        elementOf(stack.popReference(), kind);
    }

    /** {@return the type of an array's elements as they lie on the stack} */
    private int elementOf(int array, int kind) {
        if (kind == REFERENCES) {
            if (array == KnownTypes.NULL) {
                return array;
            }
            Unproven.unless(types.isArray(array));
            int element = types.element(array);
            Unproven.unless(KnownTypes.isReference(element));
            return element;
        }
        if (array != KnownTypes.NULL) {
            String name = types.name(array);
            Unproven.unless(name.equals(ELEMENTS[kind]) || kind == 5 && name.equals("[Z"));
        }
        return kind > REFERENCES ? KnownTypes.INT : KINDS[kind];
    }

    private int jump(int at, int opcode, int place) {
        if (opcode == 165 || opcode == 166) {
            stack.popReference();
            stack.popReference();
        } else if (opcode == 198 || opcode == 199) {
            stack.popReference();
        } else if (opcode != 167 && opcode != 200) {
            stack.pop(KnownTypes.INT);
            if (opcode >= 159) {
                stack.pop(KnownTypes.INT);
            }
        }
        goesOn = opcode != 167 && opcode != 200;
        branch(at + (opcode == 200 ? file.s4(place + 1) : file.s2(place + 1)));
        return opcode == 200 ? 5 : 3;
    }

    private int choose(int at, int opcode) {
        stack.pop(KnownTypes.INT);
        int aligned = at + 4 & ~3;
        int place = code + aligned;
        branch(at + file.s4(place));
        goesOn = false;
        boolean isTable = opcode == 170;
        long count = isTable ? (long) file.s4(place + 8) - file.s4(place + 4) + 1 : file.s4(place + 4);
        int first = isTable ? 12 : 8;
        int size = isTable ? 4 : 8;
        Unproven.unless((!isTable || count > 0) && count >= 0 && aligned + first + count * size <= length);
        for (int i = 0; i < count; i++) {
            int entry = place + first + i * size;
            Unproven.unless(isTable || i == 0 || file.s4(entry - size) < file.s4(entry));
            branch(at + file.s4(isTable ? entry : entry + 4));
        }
        return aligned + first + (int) count * size - at;
    }

    private int leave(int opcode) {
        int result = signature.result();
        if (opcode == 177) {
            Unproven.unless(result == KnownTypes.VOID && !isUnmade);
        } else {
            Unproven.unless(opcode == 176 ? KnownTypes.isReference(result) : result == KINDS[opcode - 172]);
            stack.pop(result);
        }
        goesOn = false;
        return 1;
    }

    private int field(int opcode, int place) {
        FieldRefEntry field = file.model.constantPool().entryByIndex(file.u2(place + 1), FieldRefEntry.class);
        int type = types.field(field.type().stringValue());
        if (opcode == 179 || opcode == 181) {
            stack.pop(type);
        }
        if (opcode >= 180) {
            String owner = field.owner().asInternalName();
            if (opcode == 181 && stack.top() == KnownTypes.UNMADE_THIS) {
                stack.popAnyReference();
                Unproven.unless(owner.equals(selfName) && declares(field));
            } else {
                receive(owner, "");
            }
        }
        if (opcode == 178 || opcode == 180) {
            stack.push(type);
        }
        return 3;
    }

    private boolean declares(FieldRefEntry field) {
        for (FieldModel own : file.model.fields()) {
            if (own.fieldName().equals(field.name()) && own.fieldType().equals(field.type())) {
                return true;
            }
        }
        return false;
    }

    /** Takes the object whose member is named, which may be a protected one of a class above. */
    private void receive(String owner, String name) {
        int object = stack.pop(types.named(owner));
        boolean isPublic = owner.equals("java/lang/Object") && !name.equals("clone") && !name.equals("finalize");
        if (!isPublic && !owner.equals(selfName) && types.isSubclass(selfName, owner)) {
            Unproven.unless(types.mayBe(object, self));
        }
    }

    private int invoke(int opcode, int place) {
        MemberRefEntry method = file.model.constantPool().entryByIndex(file.u2(place + 1), MemberRefEntry.class);
        boolean inInterface = method.tag() == PoolEntry.TAG_INTERFACE_METHODREF;
        Unproven.unless(opcode == 182 ? method.tag() == PoolEntry.TAG_METHODREF : opcode == 185 ? inInterface
            : method.tag() != PoolEntry.TAG_FIELDREF);
        KnownTypes.Signature called = types.signature(method.type().stringValue());
        String name = method.name().stringValue();
        String owner = method.owner().asInternalName();
        stack.pop(called.slots());
        if (name.equals("<init>")) {
            Unproven.unless(opcode == 183 && called.result() == KnownTypes.VOID && !inInterface);
            construct(owner);
            return 3;
        }
        Unproven.unless(name.charAt(0) != '<');
        if (opcode == 183) {
            Unproven.unless(owner.equals(selfName) || !inInterface && types.isSubclass(selfName, owner)
                || file.model.interfaces().stream().anyMatch(each -> each.asInternalName().equals(owner)));
            stack.pop(self);
        } else if (opcode != 184) {
            receive(owner, name);
        }
        if (called.result() != KnownTypes.VOID) {
            stack.push(called.result());
        }
        if (opcode == 185) {
            Unproven.unless(file.u1(place + 3) == called.slots().length + 1 && file.u1(place + 4) == 0);
            return 5;
        }
        return 3;
    }

    private void construct(String owner) {
        int object = stack.popAnyReference();
        int made;
        if (object == KnownTypes.UNMADE_THIS) {
            Unproven.unless(owner.equals(selfName) || owner.equals(ImageClasses.superclass(file.model)));
            made = self;
            isUnmade = false;
        } else {
            Unproven.unless(object >= KnownTypes.UNMADE);
            made = classAt(file.u2(code + (object & ~KnownTypes.UNMADE) + 1));
            // A protected constructor is for those above; who is below must not make one with it.
            Unproven.unless(types.name(made).equals(owner) && (made == self || !types.isSubclass(selfName, owner)
                || owner.equals("java/lang/Object")));
        }
        stack.replace(object, made);
        for (int i = 0; i < locals.length; i++) {
            locals[i] = locals[i] == object ? made : locals[i];
        }
        isChanged = true;
    }

    private int make(int at, int place) {
        int unmade = KnownTypes.UNMADE | at;
        Unproven.unless(!types.isArray(classAt(file.u2(place + 1))) && !stack.contains(unmade));
        for (int i = 0; i < locals.length; i++) {
            locals[i] = locals[i] == unmade ? KnownTypes.TOP : locals[i];
        }
        isChanged = true;
        stack.push(unmade);
        return 3;
    }

    private int dynamic(int place) {
        InvokeDynamicEntry call = file.model.constantPool().entryByIndex(file.u2(place + 1), InvokeDynamicEntry.class);
        KnownTypes.Signature called = types.signature(call.type().stringValue());
        Unproven.unless(file.u2(place + 3) == 0);
        stack.pop(called.slots());
        if (called.result() != KnownTypes.VOID) {
            stack.push(called.result());
        }
        return 5;
    }

    @Override
    public String toString() {
        return selfName + ' ' + Arrays.toString(locals);
    }
}
