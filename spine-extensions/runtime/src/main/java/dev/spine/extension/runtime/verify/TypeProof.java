package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.ModuleEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PackageEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.HashSet;
import java.util.Set;

/**
 * Proves that a class is one that the virtual machine accepts, when it is ordinary: what javac writes, without annotations that are kept
 * and the like. Of a class without a proof nothing is known; the check of the Class-File API, which takes several times as long, says of it
 * what is wrong, if anything.
 *
 * <p>A mistake in here lets nothing happen that must not: the virtual machine checks each class again when it is linked, with its charges.
 * The class would only be found when it is first used, and not when it is loaded.
 */
final class TypeProof {
    private final KnownTypes types;

    TypeProof(ImageClasses image) {
        this.types = new KnownTypes(image);
    }

    /** {@return whether a class that has broken no other rule is sound without doubt} */
    boolean isSound(ClassModel model, byte[] bytes) {
        try {
            return new OneClass(new ClassBytes(bytes, model)).isSound();
        } catch (RuntimeException e) {
            // No proof, or what the Class-File API throws when something is no class file after all.
            return false;
        }
    }

    /** One class file, from its first byte on. */
    private final class OneClass {
        private final ClassBytes file;
        private final ConstantPool pool;
        private int at;

        OneClass(ClassBytes file) {
            this.file = file;
            this.pool = file.model.constantPool();
        }

        boolean isSound() {
            pool();
            Unproven.unless(file.model.superclass().isPresent() && file.model.majorVersion() >= ClassFile.JAVA_17_VERSION);
            int interfaces = at + 6;
            int count = file.u2(interfaces);
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                Unproven.unless(seen.add(file.model.interfaces().get(i).asInternalName()));
            }
            at = interfaces + 2 + 2 * count;
            members(false);
            members(true);
            attributes(0);
            return at == file.bytes.length;
        }

        private void pool() {
            for (PoolEntry entry : pool) {
                switch (entry) {
                    case ClassEntry type -> classEntry(type.asInternalName());
                    case NameAndTypeEntry named -> type(named.type().stringValue());
                    case MethodTypeEntry type -> types.signature(type.descriptor().stringValue());
                    case FieldRefEntry field -> {
                        types.field(field.type().stringValue());
                        fieldName(field.name().stringValue());
                    }
                    case MemberRefEntry method -> {
                        types.signature(method.type().stringValue());
                        methodName(method.name().stringValue(), true);
                    }
                    case InvokeDynamicEntry call -> {
                        types.signature(call.type().stringValue());
                        methodName(call.name().stringValue(), false);
                        // Throws when there is none.
                        call.bootstrap();
                    }
                    case MethodHandleEntry handle -> handle(handle);
                    case ConstantDynamicEntry dynamic -> throw Unproven.INSTANCE;
                    case ModuleEntry module -> throw Unproven.INSTANCE;
                    case PackageEntry named -> throw Unproven.INSTANCE;
                    default -> {
                        // Numbers and text.
                    }
                }
            }
            // After the magic number, the version and the number of entries.
            at = 10;
            for (int i = 1; i < pool.size(); i++) {
                int tag = file.u1(at);
                switch (tag) {
                    case PoolEntry.TAG_UTF8 -> at = text(i);
                    case PoolEntry.TAG_LONG, PoolEntry.TAG_DOUBLE -> {
                        at += 9;
                        i++;
                    }
                    case PoolEntry.TAG_CLASS, PoolEntry.TAG_STRING, PoolEntry.TAG_METHOD_TYPE -> at += 3;
                    case PoolEntry.TAG_METHOD_HANDLE -> at += 4;
                    default -> at += 5;
                }
            }
        }

        /** Passes over a text: {@return where it ends}. */
        private int text(int index) {
            int end = at + 3 + file.u2(at + 1);
            for (int i = at + 3; i < end; i++) {
                if (file.bytes[i] <= 0) {
                    // It may be no text at all; then this throws.
                    file.text(index);
                    break;
                }
            }
            return end;
        }

        private void classEntry(String name) {
            if (name.startsWith("[")) {
                types.field(name);
            } else {
                Unproven.unless(KnownTypes.isClassName(name, 0, name.length()));
            }
        }

        private void type(String descriptor) {
            if (descriptor.startsWith("(")) {
                types.signature(descriptor);
            } else {
                types.field(descriptor);
            }
        }

        private static void handle(MethodHandleEntry handle) {
            MemberRefEntry reference = handle.reference();
            boolean isConstructor = reference.name().equalsString("<init>");
            Unproven.unless(switch (handle.kind()) {
                case 1, 2, 3, 4 -> reference instanceof FieldRefEntry;
                case 5, 6, 7, 9 -> !(reference instanceof FieldRefEntry) && !isConstructor;
                case 8 -> isConstructor;
                default -> false;
            });
        }

        private static void fieldName(String name) {
            Unproven.unless(!name.isEmpty());
            for (int i = 0; i < name.length(); i++) {
                Unproven.unless(".;[/".indexOf(name.charAt(i)) < 0);
            }
        }

        private static void methodName(String name, boolean mayBeConstructor) {
            if (mayBeConstructor && (name.equals("<init>") || name.equals("<clinit>"))) {
                return;
            }
            fieldName(name);
            Unproven.unless(name.indexOf('<') < 0 && name.indexOf('>') < 0);
        }

        private void members(boolean areMethods) {
            int count = file.u2(at);
            at += 2;
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                int member = at;
                String name = file.text(file.u2(at + 2));
                String descriptor = file.text(file.u2(at + 4));
                Unproven.unless(seen.add(name + ' ' + descriptor));
                if (areMethods) {
                    methodName(name, true);
                    types.signature(descriptor);
                    method(file.u2(member), name);
                } else {
                    fieldName(name);
                    types.field(descriptor);
                }
                at += 6;
                boolean hasCode = attributes(member);
                if (areMethods) {
                    Unproven.unless(hasCode == ((file.u2(member) & (ClassFile.ACC_ABSTRACT | ClassFile.ACC_NATIVE)) == 0));
                }
            }
        }

        private void method(int flags, String name) {
            boolean isStatic = (flags & ClassFile.ACC_STATIC) != 0;
            boolean inInterface = (file.model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
            Unproven.unless(!name.equals("<clinit>") || isStatic);
            Unproven.unless(!name.equals("<init>") || !inInterface && !isStatic);
        }

        /** Passes over the attributes of the class (0), or of the member that begins somewhere: {@return whether it has code}. */
        private boolean attributes(int member) {
            int count = file.u2(at);
            at += 2;
            boolean hasCode = false;
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                String name = file.text(file.u2(at));
                int length = file.s4(at + 2);
                int content = at + 6;
                Unproven.unless(seen.add(name) && length >= 0 && length <= file.bytes.length - content);
                if (name.equals("Code")) {
                    Unproven.unless(member != 0);
                    hasCode = true;
                    code(member, content, length);
                } else {
                    Unproven.unless(length == length(name, content));
                    constant(member, name, content);
                    names(name, content);
                }
                at = content + length;
            }
            Unproven.unless(!seen.contains("NestHost") || !seen.contains("NestMembers"));
            Unproven.unless(!seen.contains("PermittedSubclasses") || (file.model.flags().flagsMask() & ClassFile.ACC_FINAL) == 0);
            return hasCode;
        }

        /** What attributes name must be of the kind that they name it for. */
        private void names(String name, int content) {
            switch (name) {
                case "SourceFile", "Signature" -> kind(content, PoolEntry.TAG_UTF8);
                case "NestHost" -> kind(content, PoolEntry.TAG_CLASS);
                case "EnclosingMethod" -> {
                    kind(content, PoolEntry.TAG_CLASS);
                    kindOrNone(content + 2, PoolEntry.TAG_NAME_AND_TYPE);
                }
                case "Exceptions", "NestMembers", "PermittedSubclasses" -> {
                    for (int i = 0; i < file.u2(content); i++) {
                        kind(content + 2 + 2 * i, PoolEntry.TAG_CLASS);
                    }
                }
                case "LocalVariableTable", "LocalVariableTypeTable" -> {
                    for (int i = 0; i < file.u2(content); i++) {
                        kind(content + 6 + 10 * i, PoolEntry.TAG_UTF8);
                        kind(content + 8 + 10 * i, PoolEntry.TAG_UTF8);
                    }
                }
                case "MethodParameters" -> {
                    for (int i = 0; i < file.u1(content); i++) {
                        kindOrNone(content + 1 + 4 * i, PoolEntry.TAG_UTF8);
                    }
                }
                case "BootstrapMethods" -> bootstrapNames(content);
                default -> {
                    // Numbers, or looked at elsewhere.
                }
            }
        }

        private void bootstrapNames(int content) {
            int entry = content + 2;
            for (int i = file.u2(content); i > 0; i--) {
                kind(entry, PoolEntry.TAG_METHOD_HANDLE);
                int arguments = file.u2(entry + 2);
                entry += 4;
                for (; arguments > 0; arguments--) {
                    Unproven.unless(pool.entryByIndex(file.u2(entry)) instanceof LoadableConstantEntry);
                    entry += 2;
                }
            }
        }

        private void kind(int place, int tag) {
            Unproven.unless(pool.entryByIndex(file.u2(place)).tag() == tag);
        }

        private void kindOrNone(int place, int tag) {
            if (file.u2(place) != 0) {
                kind(place, tag);
            }
        }

        /** How long an attribute of some name must be; of others there is no proof. */
        private int length(String name, int content) {
            return switch (name) {
                case "SourceFile", "Signature", "NestHost", "ConstantValue" -> 2;
                case "Deprecated", "Synthetic" -> 0;
                case "EnclosingMethod" -> 4;
                case "InnerClasses" -> inner(content);
                case "Exceptions", "NestMembers", "PermittedSubclasses" -> 2 + 2 * file.u2(content);
                case "LineNumberTable" -> 2 + 4 * file.u2(content);
                case "LocalVariableTable", "LocalVariableTypeTable" -> 2 + 10 * file.u2(content);
                case "MethodParameters" -> 1 + 4 * file.u1(content);
                case "BootstrapMethods" -> bootstraps(content);
                case "Record" -> components(content);
                default -> throw Unproven.INSTANCE;
            };
        }

        private int inner(int content) {
            for (int i = 0; i < file.u2(content); i++) {
                int entry = content + 2 + 8 * i;
                kind(entry, PoolEntry.TAG_CLASS);
                kindOrNone(entry + 2, PoolEntry.TAG_CLASS);
                kindOrNone(entry + 4, PoolEntry.TAG_UTF8);
                Unproven.unless(file.u2(entry) != file.u2(entry + 2));
            }
            return 2 + 8 * file.u2(content);
        }

        private int bootstraps(int content) {
            int end = content + 2;
            for (int i = file.u2(content); i > 0; i--) {
                end += 4 + 2 * file.u2(end + 2);
            }
            return end - content;
        }

        private int components(int content) {
            int end = content + 2;
            for (int i = file.u2(content); i > 0; i--) {
                kind(end, PoolEntry.TAG_UTF8);
                types.field(file.text(file.u2(end + 2)));
                int attributes = file.u2(end + 4);
                end += 6;
                for (; attributes > 0; attributes--) {
                    Unproven.unless(file.text(file.u2(end)).equals("Signature") && file.s4(end + 2) == 2);
                    kind(end + 6, PoolEntry.TAG_UTF8);
                    end += 8;
                }
            }
            return end - content;
        }

        private void constant(int member, String name, int content) {
            if (!name.equals("ConstantValue")) {
                return;
            }
            Unproven.unless(member != 0);
            String type = file.text(file.u2(member + 4));
            int tag = pool.entryByIndex(file.u2(content)).tag();
            Unproven.unless(tag == switch (type) {
                case "Z", "B", "C", "S", "I" -> PoolEntry.TAG_INTEGER;
                case "J" -> PoolEntry.TAG_LONG;
                case "F" -> PoolEntry.TAG_FLOAT;
                case "D" -> PoolEntry.TAG_DOUBLE;
                case "Ljava/lang/String;" -> PoolEntry.TAG_STRING;
                default -> throw Unproven.INSTANCE;
            });
        }

        private void code(int member, int content, int length) {
            int codeLength = file.s4(content + 4);
            int code = content + 8;
            Unproven.unless(codeLength > 0 && codeLength <= Limits.CODE_BYTES.most());
            int handlers = code + codeLength;
            int end = handlers + 2 + 8 * file.u2(handlers);
            int map = 0;
            int mapEnd = 0;
            int attributes = end + 2;
            int count = file.u2(end);
            end = attributes;
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < count; i++) {
                String name = file.text(file.u2(end));
                int size = file.s4(end + 2);
                Unproven.unless(seen.add(name) && size >= 0 && size <= file.bytes.length - end - 6);
                if (name.equals("StackMapTable")) {
                    map = end + 6;
                    mapEnd = map + size;
                } else {
                    Unproven.unless(size == length(name, end + 6));
                    names(name, end + 6);
                }
                end += 6 + size;
            }
            Unproven.unless(end == content + length);
            boolean[] begins = new MethodProof(file, types, member, content).prove(map, mapEnd);
            for (int at = attributes; at < end; at += 6 + file.s4(at + 2)) {
                ranges(file.text(file.u2(at)), at + 6, begins, file.u2(content + 2));
            }
        }

        /** What attributes tell of places in the code begins and ends with instructions. */
        private void ranges(String name, int content, boolean[] begins, int variables) {
            if (name.equals("LineNumberTable")) {
                for (int i = 0; i < file.u2(content); i++) {
                    Unproven.unless(file.u2(content + 2 + 4 * i) < begins.length - 1);
                }
            } else if (name.startsWith("LocalVariable")) {
                for (int i = 0; i < file.u2(content); i++) {
                    int entry = content + 2 + 10 * i;
                    int from = file.u2(entry);
                    int to = from + file.u2(entry + 2);
                    Unproven.unless(from < begins.length - 1 && begins[from] && to < begins.length && begins[to]);
                    int needed = "JD".indexOf(file.text(file.u2(entry + 6)).charAt(0)) < 0 ? 1 : 2;
                    Unproven.unless(file.u2(entry + 8) + needed <= variables);
                }
            }
        }
    }
}
